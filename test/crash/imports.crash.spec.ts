import { describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { line, sale } from '../support/bodies.js';
import { useCrashStage } from './stage.js';

const EVENTS = 'event_store.events';
const ROWS = 'receipts.receipts';
const IMPORTS = 'receipts.imports';

/** Two pieces and a bit: of each kind of line there are some in each. */
const LINES = 540;
const PIECE = 250;

/** What every import of such a file comes to, however often it was interrupted. */
const EXPECTED = { lines: LINES, receipts: LINES, created: 432, existing: 54, failed: 54 } as const;

/** A file in which each tenth line is wrong, and each tenth another has the key of the one two before it. */
const fileOf = (name: string): string =>
  Array.from({ length: LINES }, (_, n) => {
    const kind = n % 10;
    const price = 100 + n / 100;
    return JSON.stringify(
      sale({
        items: [line({ price })],
        external_id: name,
        ...(kind === 3 && { payment_form: '77' }),
        ...((kind === 5 || kind === 7) && { idempotency_key: `${name}-${n - (kind === 7 ? 2 : 0)}` }),
      }),
    );
  }).join('\n');

interface Done {
  readonly id: string;
  readonly status: string;
  readonly errors: readonly { readonly line: number; readonly code: string }[];
}

/** Kills the service (kill -9) at each thing that is written from the first piece of a file to the end of its import. */
describe('kill -9 during an import', () => {
  const stage = useCrashStage();

  const send = async (file: string): Promise<Done> => {
    const { base_url, test_key } = await stage.service.facts();
    const answer = await fetch(`${base_url}/receipts/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${test_key}`, 'content-type': 'application/x-ndjson' },
      body: file,
    });
    expect([200, 202]).toContain(answer.status);
    return (await answer.json()) as Done;
  };
  const finish = async (id: string): Promise<Done> => {
    const read = async () => (await stage.client.send(`GET /receipts/imports/${id}`)).body as unknown as Done;
    await until(async () => (await read()).status === 'finished', 60_000);
    return read();
  };
  const booksOf = async (name: string) => {
    const { rows } = await stage.db.query<Record<string, number>>(
      `SELECT count(*)::int AS receipts, count(DISTINCT key)::int AS keys, count(DISTINCT folio_number)::int AS folios,
         count(*) FILTER (WHERE revision = 0 AND holder IS NULL AND import_id IS NOT NULL)::int AS exact,
         sum(total)::float AS total
       FROM receipts.receipts WHERE content->>'external_id' = $1`,
      [name],
    );
    return rows[0];
  };
  const issuedOf = async (name: string): Promise<number> =>
    (await stage.events()).filter(
      ({ type, data }) => type === 'ReceiptIssued' && data.content.external_id === name,
    ).length;

  const ISSUED = "NEW.type = 'ReceiptIssued'";
  it.each([
    ['before its second piece is kept', 'receipts.import_pieces', 'NEW.piece = 1'],
    ['before it begins', EVENTS, "NEW.type = 'ReceiptImportBegun'"],
    ['before its row shows that', IMPORTS, 'NEW.doc IS NOT NULL AND NEW.processed = 0'],
    ['before keys are claimed', 'receipts.idempotency_keys', 'NEW.key IS NOT NULL'],
    ['before receipts have rows', ROWS, 'NEW.revision = -1'],
    [
      'before some receipts are issued',
      EVENTS,
      `${ISSUED} AND NEW.data->'content'->'items'->0->'product'->>'price' = '101'`,
    ],
    ['before their rows are confirmed', ROWS, 'NEW.revision = 0'],
    ['before wrong lines are noted', 'receipts.import_problems', `NEW.line > ${PIECE}`],
    [
      'before the last piece is done',
      EVENTS,
      "NEW.type = 'ReceiptImportAdvanced' AND NEW.data->>'next' IS NULL",
    ],
    ['before its row says that it is finished', IMPORTS, `NEW.processed = ${LINES}`],
  ] as const)(
    'ends as any other: %s',
    async (step, table, when) => {
      const name = step.replaceAll(' ', '-');
      const file = fileOf(name);
      await stage.killed(table, when, () => send(file));
      // Whoever sent it sends it again, and is given the import that it is.
      const { id } = await send(file);
      const done = await finish(id);
      expect(done).toMatchObject({ ...EXPECTED, processed: LINES });
      expect(done.errors.map((one) => one.line)).toEqual(
        Array.from({ length: EXPECTED.failed }, (_, n) => n * 10 + 4),
      );
      const { created: receipts } = EXPECTED;
      const counted = { receipts, keys: receipts, folios: receipts, exact: receipts };
      await until(async () => (await booksOf(name))?.exact === receipts);
      expect(await booksOf(name)).toEqual({ ...counted, total: expect.closeTo(TOTAL, 2) });
      expect(await issuedOf(name)).toBe(receipts);
      const { rows } = await stage.db.query(
        'SELECT FROM receipts.import_pieces WHERE content::text LIKE $1',
        [`%${name}%`],
      );
      // What had arrived before it was killed is swept a day later, not now.
      expect(rows.length).toBeLessThanOrEqual(3);
      expect((await send(file)).id).toBe(id);
    },
    120_000,
  );
});

/** Of the receipts that are created. */
const TOTAL = Array.from({ length: LINES }, (_, n) => n)
  .filter((n) => n % 10 !== 3 && n % 10 !== 7)
  .reduce((sum, n) => sum + 100 + n / 100, 0);
