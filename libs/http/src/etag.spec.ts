import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Put } from '@nestjs/common';
import { field } from '#kernel';
import { entityTag, IfMatch, Versioned, VersionedRead, type VersionedDoc } from './index.js';
import { testApp, type TestApp } from './testing/app.js';

const doc: VersionedDoc = { json: '{"id":1}', revision: 7 };
const tag = entityTag(doc);

@Controller('papers')
class PapersController {
  @Get('one') @VersionedRead() read(): VersionedDoc {
    return doc;
  }
  @Put('one') @Versioned() write(@IfMatch() revisions: readonly number[] | undefined): VersionedDoc {
    return { json: JSON.stringify({ revisions: revisions ?? 'any' }), revision: 8 };
  }
}

let http: TestApp;
beforeAll(async () => {
  http = await testApp([PapersController], {
    'GET /v2/papers/one': {
      operation: 'read.papers.detail',
      keys: ['test'],
      bodyLimit: 'none',
      rateClass: 'detail',
    },
    'PUT /v2/papers/one': {
      operation: 'write.papers.edit',
      keys: ['test'],
      bodyLimit: 'small',
      rateClass: 'write',
    },
  });
});
afterAll(() => http.app.close());

it('is strong, and differs with the revision and with the text', () => {
  expect(tag).toMatch(/^"7\.[0-9a-f]{16}"$/);
  expect(entityTag(doc)).toBe(tag);
  expect(entityTag({ ...doc, revision: 8 })).not.toBe(tag);
  expect(entityTag({ ...doc, json: '{"id":2}' })).not.toBe(tag);
});

it('is that of the resource alone: warnings are beside it', () => {
  expect(entityTag({ ...doc, warnings: [field('exchange', 'x')] })).toBe(tag);
});

describe('If-None-Match', () => {
  const read = (value?: string) =>
    http.call('/v2/papers/one', value === undefined ? {} : { headers: { 'if-none-match': value } });

  it.each([undefined, '"7.0000000000000000"', '"x", "y,z"', '""'])(
    '%s gets the text with its tag',
    async (value) => {
      const answer = await read(value);
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([200, tag, doc.json]);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    },
  );

  it.each([tag, `W/${tag}`, `"a,b" , ${tag}`, '*'])('%s gets 304 without a body', async (value) => {
    const answer = await read(value);
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, tag, '']);
    expect(answer.headers.has('content-type')).toBe(false);
  });

  it.each(['7', '"open', '"a""b"', 'w/"a"', '"a",', '*, "a"', Array(21).fill('"a"').join()])(
    '%s is refused',
    async (value) => {
      const answer = await read(value);
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        {
          code: 'invalid_request',
          location: 'headers',
          path: 'If-None-Match',
          errors: [{ code: 'invalid_format' }],
        },
      ]);
    },
  );
});

describe('If-Match', () => {
  const write = async (value?: string) => {
    const headers = value === undefined ? {} : { 'if-match': value };
    const answer = await http.call('/v2/papers/one', { method: 'PUT', headers });
    return [answer.status, await answer.json()];
  };

  it.each<[string | undefined, unknown]>([
    [undefined, 'any'],
    ['*', 'any'],
    [tag, [7]],
    [`${tag}, "12.0123456789abcdef"`, [7, 12]],
    [`W/${tag}`, []],
    ['"another"', []],
    ['"7"', []],
    ['"-1.0123456789abcdef"', []],
  ])('%s means %j', async (value, revisions) => expect(await write(value)).toEqual([200, { revisions }]));

  it('that is no list of tags is refused', async () => {
    expect(await write('7')).toMatchObject([
      400,
      { path: 'If-Match', message: expect.stringContaining('If-Match') },
    ]);
  });

  it('is not asked of a write by If-None-Match', async () => {
    const answer = await http.call('/v2/papers/one', { method: 'PUT', headers: { 'if-none-match': '*' } });
    expect([answer.status, answer.headers.get('etag')?.slice(0, 3)]).toEqual([200, '"8.']);
  });
});
