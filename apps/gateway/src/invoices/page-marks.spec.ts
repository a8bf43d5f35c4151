import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page, PageRequest, Position } from '#http';
import { PageMarks } from './page-marks.js';

const CAP = 3_001;
const nameOf = (n: number): Position => ({
  id: String(n).padStart(5, '0'),
  sortKey: `2026-${9_999 - (n % 3)}`,
});

describe('pages of a list', () => {
  let rows: readonly Position[];
  let walkedOver: number;
  let found: number;
  beforeEach(() => {
    rows = Array.from({ length: 500 }, (_, n) => nameOf(n));
    walkedOver = 0;
    found = 0;
  });

  /** What a database does: it passes over all that comes before a page. */
  const fetch = ({ skip, take, from, countUpTo }: PageRequest): Promise<Page> => {
    const side = from ? rows.slice(rows.findIndex(({ id }) => id === from.id) + 1) : rows;
    const shown = side.slice(skip, skip + take);
    walkedOver += skip + shown.length;
    return Promise.resolve({
      rows: shown.map((row) => ({ ...row, doc: '{}' })),
      ...(countUpTo !== undefined && { count: Math.min(side.length, countUpTo) }),
    });
  };

  const page = async (marks: PageMarks, number: number, list = 'all') => {
    const request = { take: 50, skip: (number - 1) * 50, direction: 'forward', countUpTo: CAP } as const;
    const { rows: shown, count } = await marks.fetchPage(list, request, () => {
      found += 1;
      return Promise.resolve(fetch);
    });
    return [count, shown.map(({ id }) => id)];
  };
  const asItIs = (number: number) => [
    rows.length,
    rows.slice((number - 1) * 50, number * 50).map(({ id }) => id),
  ];

  it('are the same in whichever order they are asked for, beyond its end too', async () => {
    const marks = new PageMarks(true);
    for (const number of [1, 2, 9, 9, 8, 3, 10, 11, 12, 5, 6, 1, 11])
      expect(await page(marks, number)).toEqual(asItIs(number));
    expect(found).toBe(1);
  });

  it('are found without a walk over those before, by the second time or from the page before', async () => {
    const marks = new PageMarks(true);
    await page(marks, 9);
    expect(walkedOver).toBe(9 * 50);
    walkedOver = 0;
    await page(marks, 9);
    await page(marks, 10);
    expect(walkedOver).toBe(100);
  });

  it('are found anew once anything has changed, also while one is being fetched', async () => {
    const marks = new PageMarks(true);
    await page(marks, 9);
    rows = rows.slice(3);
    marks.forget();
    expect(await page(marks, 9)).toEqual(asItIs(9));
    const underWay = page(marks, 5);
    rows = rows.slice(7);
    marks.forget();
    await underWay;
    expect(await page(marks, 6)).toEqual(asItIs(6));
    expect(await page(marks, 5)).toEqual(asItIs(5));
    // While it is found out how: who asks afterwards does so too.
    marks.forget();
    found = 0;
    const begun = page(marks, 5);
    marks.forget();
    await begun;
    expect(await page(marks, 6)).toEqual(asItIs(6));
    expect(found).toBe(2);
  });

  it('of different lists, and in a process that is not alone, have nothing to do with each other', async () => {
    const marks = new PageMarks(true);
    await page(marks, 3);
    await page(marks, 3, 'canceled');
    expect([found, walkedOver]).toEqual([2, 300]);
    const beside = new PageMarks(false);
    await page(beside, 3);
    await page(beside, 3);
    expect([found, walkedOver]).toEqual([4, 600]);
  });

  it('are found by the next time where the first could not be', async () => {
    const marks = new PageMarks(true);
    const request = { take: 50, skip: 100, direction: 'forward', countUpTo: CAP } as const;
    const away = () => Promise.reject(new Error('away'));
    await expect(marks.fetchPage('all', request, away)).rejects.toThrow('away');
    expect(await page(marks, 3)).toEqual(asItIs(3));
  });

  it('are remembered of a hundred lists, a hundred pages of each', async () => {
    const marks = new PageMarks(true);
    for (let number = 1; number <= 101; number += 1) await page(marks, 3, `list ${number}`);
    found = 0;
    await page(marks, 3, 'list 101');
    await page(marks, 3, 'list 1');
    expect(found).toBe(1);
  });
});
