import { describe, expect, it } from '@jest/globals';
import type { DocumentOutcome, Place, ReadModel } from '#contracts';
import { ImportedRows } from './rows.js';

const TENANT = { organizationId: 'o', livemode: false };
const placeOf = (id: string, revision = 0): Place => ({ stream: `supplier-${id}`, revision });
const imported = (id: string): DocumentOutcome => ({
  ...{ file: `${id}.xml`, status: 'imported', code: null, details: [], uuid: id, id },
});

/**
 * Rows of both read models as the database has them, at their first revision, and how many were asked for with each statement. Whoever waits for a
 * supplier gets it with those of `together`; one of `removed` has no row for ever.
 */
function database(there: Iterable<string>, { removed = [] as string[], together = [] as string[] } = {}) {
  const rows = new Set(there);
  const asked: number[] = [];
  const waits: string[] = [];
  const pool = {
    query: ({ values }: { readonly values: readonly unknown[] }) => {
      const ids = values[2] as string[];
      asked.push(ids.length);
      return Promise.resolve({ rows: ids.filter((id) => rows.has(id)).map((id) => ({ id, revision: 0 })) });
    },
  };
  const watch = {
    reached: (_: ReadModel, { stream }: Place) => {
      const id = stream.slice('supplier-'.length);
      waits.push(id);
      if (removed.includes(id)) return Promise.resolve(true);
      if (!together.includes(id)) return Promise.resolve(false);
      for (const one of together) rows.add(one);
      return Promise.resolve(true);
    },
  };
  return { waiting: new ImportedRows(pool as never, watch as never), asked, waits };
}

describe('who has imported documents of new suppliers', () => {
  it('asks once for all suppliers, and waits for none that is there', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `s${n}`);
    const { waiting, asked, waits } = database(['a', 'b', ...ids]);
    const outcomes = [imported('a'), imported('b')];
    await waiting.wait(TENANT, { zip: true, outcomes, suppliers: ids.map((id) => placeOf(id)) });
    expect(asked).toEqual([2, 100]);
    expect(waits).toEqual([]);
  });

  it('waits for the last that is missing, and asks for the others again', async () => {
    const { waiting, asked, waits } = database(['s0'], { together: ['s1', 's2', 's3'] });
    const suppliers = ['s0', 's1', 's2', 's3'].map((id) => placeOf(id));
    await waiting.wait(TENANT, { zip: true, outcomes: [], suppliers });
    expect(asked).toEqual([4, 2]);
    expect(waits).toEqual(['s3']);
  });

  it('does not wait for ever for one that was removed meanwhile', async () => {
    const { waiting, waits } = database(['s0'], { removed: ['s1'] });
    await waiting.wait(TENANT, { zip: true, outcomes: [], suppliers: [placeOf('s0'), placeOf('s1')] });
    expect(waits).toEqual(['s1']);
  });

  it('takes no row of before for one that was made anew', async () => {
    const { waiting, waits } = database(['s0', 's1'], { removed: ['s1'] });
    await waiting.wait(TENANT, { zip: true, outcomes: [], suppliers: [placeOf('s0'), placeOf('s1', 2)] });
    expect(waits).toEqual(['s1']);
  });

  it('is told to come again where one does not come in time', async () => {
    const { waiting } = database([]);
    const suppliers = [placeOf('s0')];
    await expect(waiting.wait(TENANT, { zip: true, outcomes: [], suppliers })).rejects.toMatchObject({
      refusal: { code: 'service_unavailable' },
    });
  });
});
