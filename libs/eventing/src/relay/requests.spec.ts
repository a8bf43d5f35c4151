import { expect, it } from '@jest/globals';
import { requestsOf } from './requests.js';
import type { DomainMessage } from './writer.js';

const MIB = 1024 * 1024;
let made = 0;
const messageOf = (bytes: number): DomainMessage => ({
  ...{ aggregate: 'invoice', partition: 0 },
  message: { key: `invoice-${(made += 1)}`, value: Buffer.alloc(bytes), headers: {} },
});
const sizes = (messages: readonly DomainMessage[], max?: number): number[] => {
  const requests = [...requestsOf(messages, max)];
  expect(requests.flat()).toEqual(messages);
  return requests.map(({ length }) => length);
};

it('all goes into one request that fits, and nothing into none', () => {
  expect(sizes([])).toEqual([]);
  expect(sizes(Array.from({ length: 500 }, () => messageOf(100)))).toEqual([500]);
});

it('a request ends before it has too many messages', () => {
  expect(sizes(Array.from({ length: 1_100 }, () => messageOf(100)))).toEqual([500, 500, 100]);
  expect(sizes([messageOf(1), messageOf(1), messageOf(1)], 2)).toEqual([2, 1]);
});

it('a request ends before it has too many bytes, and a message that alone has more is one of its own', () => {
  const [large, huge, small] = [messageOf(1.5 * MIB), messageOf(20 * MIB), messageOf(10)];
  expect(sizes([large, large, large, small])).toEqual([2, 2]);
  expect(sizes([small, huge, small, small])).toEqual([1, 1, 2]);
});
