import { describe, expect, it } from '@jest/globals';
import { payWith, replacementOf } from './paid.js';

const made = (id: string, amount: string, ...replaces: string[]) => ({ id, amount, replaces });
const sums = (...args: Parameters<typeof payWith>) => {
  const { paid, freed, replaces, others } = payWith(...args);
  return [Number(paid) / 1e6, Number(freed) / 1e6, replaces, others.map(({ id }) => id)];
};

describe('what payments of an invoice come to', () => {
  it('is their sum', () => {
    expect(sums([])).toEqual([0, 0, [], []]);
    expect(sums([made('a', '10'), made('b', '5.5')])).toEqual([15.5, 0, [], ['a', 'b']]);
  });

  it.each([
    ['as much', '10', 10],
    ['less', '4', 10],
    ['more', '12', 12],
  ])('counts a substitute that pays %s and what it replaces once, as the larger', (_, amount, paid) => {
    expect(sums([made('a', '10'), made('b', amount, 'a')])[0]).toBe(paid);
    // In any order.
    expect(sums([made('b', amount, 'a'), made('a', '10')])[0]).toBe(paid);
  });

  it('counts a substitute alone once what it replaces is gone', () => {
    expect(sums([made('b', '4', 'a')])[0]).toBe(4);
  });

  it('counts one for several, and one for another that was one itself', () => {
    expect(sums([made('a', '10'), made('b', '5'), made('c', '12', 'a', 'b')])[0]).toBe(15);
    expect(sums([made('a', '10'), made('b', '4', 'a'), made('c', '6', 'b')])[0]).toBe(10);
  });

  it('lets only the first replace a payment', () => {
    expect(sums([made('a', '10'), made('b', '10', 'a'), made('c', '10', 'a')])[0]).toBe(20);
  });

  it('tells what is at the disposal of the next, and which payments stay', () => {
    const both = [made('a', '10'), made('b', '5')];
    expect(sums(both, ['a'])).toEqual([15, 10, ['a'], ['b']]);
    expect(sums(both, ['a', 'b', 'x'])).toEqual([15, 15, ['a', 'b'], []]);
    // Not of another's: only that one itself can be replaced, with all that it stands for.
    const chain = [...both, made('c', '4', 'a')];
    expect(sums(chain, ['a'])).toEqual([15, 0, [], ['a', 'b', 'c']]);
    expect(sums(chain, ['c'])).toEqual([15, 10, ['c'], ['b']]);
  });
});

describe('the documents that one replaces', () => {
  it('are those of relation 04, in capitals', () => {
    const related = [
      { relationship: '01', documents: ['X'] },
      { relationship: '04', documents: ['a', 'B'] },
    ];
    expect(replacementOf(related)).toEqual(['A', 'B']);
  });
});
