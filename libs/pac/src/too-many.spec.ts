import { expect, it } from '@jest/globals';
import { tooMany } from './too-many.js';

it.each([
  [{}, undefined],
  [{ 'retry-after': '7' }, 7],
  [{ 'retry-after': ' 0 ' }, 0],
  [{ 'retry-after': '999999999' }, 3_600],
  [{ 'retry-after': '-1' }, undefined],
  [{ 'retry-after': '1.5' }, undefined],
  [{ 'retry-after': '9'.repeat(400) }, undefined],
  [{ 'retry-after': 'Fri, 27 Nov 2026 17:00:00 GMT' }, undefined],
])('HTTP 429 with %j asks to be left alone for %p s', (headers, seconds) => {
  const outcome = tooMany('SW', headers);
  expect(outcome).toMatchObject({ kind: 'unavailable', trouble: 'too_many' });
  expect(outcome.retryAfterS).toBe(seconds);
});
