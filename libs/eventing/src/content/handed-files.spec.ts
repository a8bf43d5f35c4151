import { describe, expect, it } from '@jest/globals';
import { HandedFiles } from './handed-files.js';

const MINUTE_MS = 60_000;

/** Room for ten bytes, at a time that the test says. */
function filesAt(start: number) {
  let now = start;
  const files = new HandedFiles(10, () => new Date(now));
  return {
    files,
    wait: (ms: number) => (now += ms),
    hand: (name: string, content: string) =>
      files.hand(name, Buffer.from(content), new Date(now + MINUTE_MS)),
  };
}

describe('files that are handed over in a process', () => {
  it('are taken once', () => {
    const { files, hand } = filesAt(0);
    expect(hand('a', 'first')).toBe(true);
    expect([files.take('a')?.toString(), files.take('a'), files.take('b')]).toEqual([
      'first',
      undefined,
      undefined,
    ]);
  });

  it('stay the first of two with one name', () => {
    const { files, hand } = filesAt(0);
    expect([hand('a', 'first'), hand('a', 'second')]).toEqual([true, true]);
    expect(files.take('a')?.toString()).toBe('first');
  });

  it('are refused where there is no room, until others are taken', () => {
    const { files, hand } = filesAt(0);
    expect([hand('a', '123456'), hand('b', '12345')]).toEqual([true, false]);
    files.take('a');
    expect(hand('b', '12345')).toBe(true);
  });

  it('make room when nobody has come for them in time', () => {
    const { files, hand, wait } = filesAt(0);
    hand('a', '123456');
    wait(MINUTE_MS - 1);
    expect(hand('b', '12345')).toBe(false);
    wait(1);
    expect(files.take('a')).toBeUndefined();
    expect(hand('b', '12345')).toBe(true);
  });
});
