import { describe, expect, it } from '@jest/globals';
import { wantsLines } from './accept.js';

describe('an Accept header', () => {
  it.each([
    'application/x-ndjson',
    'APPLICATION/X-NDJSON',
    'application/x-ndjson;charset=utf-8',
    'application/x-ndjson, */*',
    '*/*, application/x-ndjson',
    'application/x-ndjson, application/json',
    'application/x-ndjson;q=0.9, application/json;q=0.8',
    'application/json;q=0, application/x-ndjson;q=0.001',
    'text/html, application/x-ndjson;q=0.5',
  ])('asks for lines by %s', (header) => expect(wantsLines(header)).toBe(true));

  it.each([
    undefined,
    '',
    '*/*',
    'application/*',
    'application/json',
    'application/json, application/x-ndjson',
    'application/x-ndjson;q=0',
    'application/x-ndjson;q=0, */*',
    'application/x-ndjson;q=0.5, application/json',
    'application/x-ndjson;q=0.5, */*',
    'application/x-ndjson;q=2',
    'application/x-ndjson;q=x',
    'application/x-ndjson-other',
    `${'x/y,'.repeat(400)}application/x-ndjson`,
  ])('asks for a page by %s', (header) => expect(wantsLines(header)).toBe(false));
});
