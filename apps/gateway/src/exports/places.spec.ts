import { describe, expect, it, jest } from '@jest/globals';
import { HttpRefusal } from '#http';
import { ExportPlaces } from './places.js';

const places = () => new ExportPlaces({ each: 2, total: 3, longestMs: 60_000 });
const codeOf = (take: () => unknown): string | undefined => {
  try {
    take();
  } catch (error) {
    if (error instanceof HttpRefusal) return error.refusal.code;
    throw error;
  }
  return undefined;
};

describe('the exports under way', () => {
  it('are two of an organization, and no more of all than the process has places', () => {
    const all = places();
    const first = all.take('a');
    all.take('a');
    expect(codeOf(() => all.take('a'))).toBe('rate_limit_exceeded');
    const other = all.take('b');
    expect(codeOf(() => all.take('c'))).toBe('service_unavailable');
    // Ending one twice frees one place.
    for (const _ of [1, 2]) first.end();
    expect(first.signal.aborted).toBe(true);
    all.take('a');
    expect(codeOf(() => all.take('b'))).toBe('service_unavailable');
    other.end();
    expect(codeOf(() => all.take('a'))).toBe('rate_limit_exceeded');
    all.take('b');
  });

  it('end when their reader takes too long', () => {
    jest.useFakeTimers();
    const all = places();
    const { signal } = all.take('a');
    jest.advanceTimersByTime(59_000);
    expect(signal.aborted).toBe(false);
    jest.advanceTimersByTime(1_000);
    expect(signal.aborted).toBe(true);
    for (const _ of [1, 2]) all.take('a');
    jest.useRealTimers();
  });

  it('end when the process stops', () => {
    const all = places();
    const { signal } = all.take('a');
    all.onModuleDestroy();
    expect(signal.aborted).toBe(true);
  });
});
