import { expect, it } from '@jest/globals';
import { readPosition } from '#kernel';
import { offsetOf, placeAt, positionOf } from './place.js';

it('a place is a position, with or without where to read on in a log', () => {
  const [plain, logged] = [placeAt(readPosition(7n)), placeAt(readPosition(9_007_199_254_740_993n), 12n)];
  expect([plain, logged]).toEqual(['7', '9007199254740993@12']);
  expect([positionOf(plain), offsetOf(plain)]).toEqual([7n, undefined]);
  expect([positionOf(logged), offsetOf(logged)]).toEqual([9_007_199_254_740_993n, 12n]);
  expect(offsetOf(placeAt(0n, 0n))).toBe(0n);
  expect([positionOf(undefined), offsetOf(undefined)]).toEqual([0n, undefined]);
});
