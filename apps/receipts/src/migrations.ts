import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the receipts service keeps: its receipts and who holds them, their keys and folios. */
export class Receipts1764150002100 implements MigrationInterface {
  name = 'Receipts1764150002100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA receipts');
    // A row that nobody holds is exact: it shows its stream to the last event. Who changes a receipt, or makes an invoice
    // of it, holds it first. `revision` -1: it is being made.
    await runner.query(`
      CREATE TABLE receipts.receipts (
        id              text PRIMARY KEY,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        key             text NOT NULL,
        revision        integer NOT NULL,
        status          text NOT NULL,
        invoice_id      text,
        holder          text,
        held_at         timestamptz,
        made_at         timestamptz NOT NULL DEFAULT now(),
        date            timestamptz NOT NULL,
        expires_at      timestamptz NOT NULL,
        folio_number    bigint NOT NULL,
        payment_form    text NOT NULL,
        currency        text NOT NULL,
        total           numeric NOT NULL,
        item_count      integer NOT NULL,
        withholds       boolean NOT NULL,
        refunded        boolean NOT NULL DEFAULT false,
        content         json NOT NULL,
        totals          json NOT NULL
      ) WITH (fillfactor = 80)`);
    await runner.query('CREATE UNIQUE INDEX receipts_keys ON receipts.receipts (key)');
    await runner.query(`
      CREATE INDEX receipts_open ON receipts.receipts (organization_id, livemode, date, id) WHERE status = 'open'`);
    await runner.query('CREATE INDEX receipts_held ON receipts.receipts (holder) WHERE holder IS NOT NULL');
    await runner.query(`
      CREATE TABLE receipts.idempotency_keys (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        key             text NOT NULL,
        holder          text NOT NULL,
        request         text,
        claimed_at      timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (organization_id, livemode, key)
      )`);
    // As those of invoices (docs/adr/0039).
    await runner.query(`
      CREATE TABLE receipts.folio_counters (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        series          text NOT NULL DEFAULT '',
        next            bigint NOT NULL,
        last_holder     text,
        skipped_from    bigint,
        skipped_to      bigint,
        PRIMARY KEY (organization_id, livemode, series)
      )`);
    await this.takeOverCounters(runner);
  }

  /**
   * Invoicing had the counters of receipts, which people set and nothing used. Its table stays as it is: gateways of the
   * release before show it for as long as they run, and can't set it once invoicing is replaced (503). Start this service
   * before the new gateways, which ask it.
   */
  private async takeOverCounters(runner: QueryRunner): Promise<void> {
    // A database on which no invoicing ever ran has none.
    await runner.query(`
      DO $$ BEGIN
        IF to_regclass('invoicing.receipt_folio_counters') IS NOT NULL THEN
          INSERT INTO receipts.folio_counters
            (organization_id, livemode, series, next, last_holder, skipped_from, skipped_to)
          SELECT organization_id, livemode, series, next, last_holder, skipped_from, skipped_to
          FROM invoicing.receipt_folio_counters;
        END IF;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA receipts CASCADE');
  }
}

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
