import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Receipts that are made many at a time: the keys of batches, and files that are imported. */
export class ReceiptImports1764150002250 implements MigrationInterface {
  name = 'ReceiptImports1764150002250';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE receipts.receipts ADD COLUMN import_id text');
    await runner.query(`
      CREATE INDEX receipts_of_import ON receipts.receipts (import_id, date, id) WHERE import_id IS NOT NULL`);
    await runner.query(`
      CREATE TABLE receipts.batch_keys (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        key             text NOT NULL,
        batch           text NOT NULL,
        request         text NOT NULL,
        PRIMARY KEY (organization_id, livemode, key)
      )`);
    // What has arrived of files; an import removes those of its file when it is finished.
    await runner.query(`
      CREATE TABLE receipts.import_pieces (
        upload          text NOT NULL,
        piece           integer NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        kept_at         timestamptz NOT NULL DEFAULT now(),
        content         json NOT NULL,
        PRIMARY KEY (upload, piece)
      )`);
    await runner.query('CREATE INDEX import_pieces_left ON receipts.import_pieces (kept_at)');
    // Without a document it has not begun. It shows its stream; who works on it writes it through.
    await runner.query(`
      CREATE TABLE receipts.imports (
        id              text PRIMARY KEY,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        upload          text NOT NULL,
        processed       integer NOT NULL DEFAULT 0,
        created_at      timestamptz NOT NULL DEFAULT now(),
        doc             json
      )`);
    await runner.query('CREATE INDEX imports_uploads ON receipts.imports (upload)');
    await runner.query(`
      CREATE INDEX imports_list ON receipts.imports (organization_id, livemode, created_at DESC, id DESC)`);
    await runner.query(`
      CREATE TABLE receipts.import_problems (
        import_id text NOT NULL,
        line      integer NOT NULL,
        problem   json NOT NULL,
        PRIMARY KEY (import_id, line)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['import_problems', 'imports', 'import_pieces', 'batch_keys'])
      await runner.query(`DROP TABLE receipts.${table}`);
    await runner.query('ALTER TABLE receipts.receipts DROP COLUMN import_id');
  }
}
