import { describe, expect, it } from '@jest/globals';
import type { DocumentOutcome, Place, ReadModel } from '#contracts';
import { ImportedRows } from './rows.js';

const TENANT = { organizationId: 'o', livemode: false };
const placeOf = (id: string, revision = 0): Place => ({ stream: `supplier-${id}`, revision });
const imported = (id: string): DocumentOutcome => ({
  ...{ file: `${id}.xml`, status: 'imported', code: null, details: [], uuid: id, id },
});

/** Invoices as the database has them, how many were asked for with each statement, and the suppliers that were waited for. */
function database(there: Iterable<string>, { suppliersCome = true } = {}) {
  const rows = new Set(there);
  const asked: number[] = [];
  const waits: string[] = [];
  const pool = {
    query: ({ values }: { readonly values: readonly unknown[] }) => {
      const ids = values[2] as string[];
      asked.push(ids.length);
      return Promise.resolve({ rows: ids.filter((id) => rows.has(id)).map((id) => ({ id })) });
    },
  };
  const watch = {
    reached: (_: ReadModel, { stream }: Place) => Promise.resolve(rows.has(stream.slice('invoice-'.length))),
    reachedAll: (_: ReadModel, places: readonly Place[]) => {
      waits.push(...places.map(({ stream, revision }) => `${stream}@${revision}`));
      return Promise.resolve(suppliersCome);
    },
  };
  return { waiting: new ImportedRows(pool as never, watch as never), asked, waits };
}

describe('who has imported documents of new suppliers', () => {
  it('waits for all of them, at the revisions that the import made, and asks once for the invoices', async () => {
    const { waiting, asked, waits } = database(['a', 'b']);
    const outcomes = [imported('a'), imported('b')];
    await waiting.wait(TENANT, { zip: true, outcomes, suppliers: [placeOf('s0'), placeOf('s1', 2)] });
    expect([asked, waits]).toEqual([[2], ['supplier-s0@0', 'supplier-s1@2']]);
  });

  it('is told to come again where one does not come in time', async () => {
    const { waiting } = database([], { suppliersCome: false });
    const suppliers = [placeOf('s0')];
    await expect(waiting.wait(TENANT, { zip: true, outcomes: [], suppliers })).rejects.toMatchObject({
      refusal: { code: 'service_unavailable' },
    });
  });
});
