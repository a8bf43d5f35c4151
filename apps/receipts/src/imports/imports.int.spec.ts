import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Tenant } from '#kernel';
import { MAX_IMPORTS_UNDER_WAY, type CommandOutcome, type ImportedFile, type ImportPiece } from '#contracts';
import { migrate, migrationsOf } from '#hosting';
import { openBench, type Bench } from '#hosting/testing/bench';
import { commandOf, creating, newTenant, openReceipts } from '../receipt/testing.js';
import { receiptsService } from '../service.js';
import { BeginReceiptImportHandler, DropImportPiecesHandler } from './commands.js';
import { Imports } from './imports.js';
import { ImportPieces } from './pieces.js';
import { ImportRows } from './store.js';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([receiptsService]));
});
afterAll(() => bench.dispose());

/** The imports of a process. */
function openImports() {
  const ground = bench.another();
  const [imports, rows] = [new Imports(ground.store), new ImportRows(ground.pool)];
  const pieces = new ImportPieces(imports, rows, openReceipts(ground).atOnce);
  const begin = new BeginReceiptImportHandler(imports, rows);
  const { content, issuer, expiry } = creating();
  const upload = async (tenant: Tenant): Promise<ImportedFile> => {
    const upload = newId();
    const receipts = [{ line: 1, content, folio_number: null }];
    await rows.keep(tenant, upload, { number: 0, issuer, expiry, receipts } satisfies ImportPiece);
    return { upload, pieces: 1, format: 'csv', bytes: 1, lines: 1, receipts: 1 };
  };
  return {
    rows,
    upload,
    begin: (tenant: Tenant, id: string, file: ImportedFile) =>
      begin.execute(commandOf(tenant, 'receipts.begin-import', id, file) as never),
    drop: (tenant: Tenant, { upload: key }: ImportedFile) =>
      new DropImportPiecesHandler(rows).execute(commandOf(tenant, 'receipts.drop-pieces', key, {}) as never),
    make: (tenant: Tenant, id: string) => pieces.make(commandOf(tenant, 'receipts.import-piece', id), 0),
  };
}
const codeOf = (outcome: CommandOutcome) => (outcome.ok ? 'ok' : outcome.refusal.code);

describe('imports of one tenant', () => {
  it('are so many at a time: another is refused and leaves nothing, until one has finished', async () => {
    const tenant = newTenant();
    const { rows, upload, begin, make } = openImports();
    const ids = Array.from({ length: MAX_IMPORTS_UNDER_WAY }, () => newId());
    for (const id of ids) expect(codeOf(await begin(tenant, id, await upload(tenant)))).toBe('ok');
    const file = await upload(tenant);
    const refused = await begin(tenant, newId(), file);
    expect(refused).toMatchObject({
      refusal: { code: 'rate_limit_exceeded', params: { retryAfter: 30 } },
    });
    expect(await rows.piece(tenant, file.upload, 0)).toBeUndefined();
    // The same file again is none more, and others have their own.
    expect(codeOf(await begin(tenant, ids[0]!, await upload(tenant)))).toBe('ok');
    const others = newTenant();
    expect(codeOf(await begin(others, newId(), await upload(others)))).toBe('ok');
    expect((await make(tenant, ids[0]!)).ok).toBe(true);
    expect(codeOf(await begin(tenant, newId(), await upload(tenant)))).toBe('ok');
  });
});

describe('what has arrived of a file', () => {
  it('is removed where nobody will begin its import, and stays for one that has begun', async () => {
    const [tenant, others] = [newTenant(), newTenant()];
    const { rows, upload, begin, drop } = openImports();
    const [cut, theirs, whole] = [await upload(tenant), await upload(others), await upload(tenant)];
    expect(codeOf(await begin(tenant, newId(), whole))).toBe('ok');
    for (const file of [cut, theirs, whole]) await drop(tenant, file);
    expect(await rows.piece(tenant, cut.upload, 0)).toBeUndefined();
    expect(await rows.piece(others, theirs.upload, 0)).toBeDefined();
    expect(await rows.piece(tenant, whole.upload, 0)).toBeDefined();
  });
});
