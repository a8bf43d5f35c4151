import { describe, expect, it } from '@jest/globals';
import { preferredType } from './accept.js';
import { HttpRefusal } from './refusals.js';

const TYPES = ['text/plain', 'application/vnd.escpos'] as const;

describe('the type of an answer', () => {
  it.each([
    [undefined, 'text/plain'],
    ['', 'text/plain'],
    ['*/*', 'text/plain'],
    ['text/*', 'text/plain'],
    ['Text/Plain; charset=utf-8', 'text/plain'],
    ['application/json, text/plain, */*', 'text/plain'],
    ['application/vnd.escpos', 'application/vnd.escpos'],
    ['application/vnd.escpos, */*;q=0.5', 'application/vnd.escpos'],
    ['text/plain;q=0.4, application/*;q=0.9', 'application/vnd.escpos'],
    ['*/*, text/plain;q=0', 'application/vnd.escpos'],
    ['text/plain;q=x', 'text/plain'],
  ])('for %j is %s', (accept, expected) => {
    expect(preferredType(accept, TYPES)).toBe(expected);
  });

  it.each(['application/json', 'image/*', 'text/plain;q=0', '*/*;q=0'])('is refused for %s', (accept) => {
    try {
      preferredType(accept, TYPES);
      throw new Error('taken');
    } catch (error) {
      const { refusal } = error as HttpRefusal;
      expect([refusal.code, refusal.location, refusal.path]).toEqual(['not_acceptable', 'headers', 'Accept']);
    }
  });
});
