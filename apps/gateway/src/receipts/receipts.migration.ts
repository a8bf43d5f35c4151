import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the API reads of receipts. Searches are partial and unanchored: an index of trigrams serves them. */
export class Receipts1764150002110 implements MigrationInterface {
  name = 'Receipts1764150002110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.receipts (
        id              text PRIMARY KEY,
        revision        integer NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        created_at      timestamptz NOT NULL,
        date            timestamptz NOT NULL,
        status          text NOT NULL,
        key             text NOT NULL,
        folio_number    bigint NOT NULL,
        payment_form    text NOT NULL,
        customer_id     text,
        branch          text,
        external_id     text,
        invoice_id      text,
        currency        text NOT NULL,
        total           numeric NOT NULL,
        expires_at      timestamptz NOT NULL,
        search          text NOT NULL,
        doc             json NOT NULL
      )`);
    // Lists look at many rows and show the documents of few: those lie apart from the rows.
    await runner.query('ALTER TABLE gateway.receipts SET (toast_tuple_target = 1024)');
    const scope = 'organization_id, livemode';
    const order = 'date DESC, id DESC';
    for (const [name, columns, where] of [
      ['list', `${scope}, ${order}`, ''],
      ['status', `${scope}, status, ${order}`, ''],
      ['payment_form', `${scope}, payment_form, ${order}`, ''],
      ['customer', `${scope}, customer_id, ${order}`, 'WHERE customer_id IS NOT NULL'],
      ['branch', `${scope}, branch, ${order}`, 'WHERE branch IS NOT NULL'],
      ['external', `${scope}, external_id`, 'WHERE external_id IS NOT NULL'],
      ['folio', `${scope}, folio_number`, ''],
      ['key', 'key', ''],
      ['invoice', `invoice_id, ${order}`, 'WHERE invoice_id IS NOT NULL'],
    ] as const)
      await runner.query(`CREATE INDEX receipts_${name} ON gateway.receipts (${columns}) ${where}`);
    await runner.query(
      'CREATE INDEX receipts_search ON gateway.receipts USING gin (organization_id, search gin_trgm_ops)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.receipts');
  }
}
