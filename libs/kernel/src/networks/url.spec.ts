import { describe, expect, it } from '@jest/globals';
import { readUrl } from './url.js';

describe('a text as a URL', () => {
  it('is one, with its letters, however often it is asked', () => {
    let read = 0;
    for (let n = 0; n < 30_000; n += 1) if (readUrl('https://ñandú.example/')) read += 1;
    expect(read).toBe(30_000);
    expect(readUrl('https://ñandú.example/')?.host).toBe('xn--and-6ma2c.example');
  });

  it.each(['', 'example.com', 'https://', 'http://256.1.1.1/'])('is none: %j', (text) => {
    expect(readUrl(text)).toBeUndefined();
  });
});
