import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the API reads of receipts. */
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
    await runner.query(
      'CREATE INDEX receipts_list ON gateway.receipts (organization_id, livemode, date, id)',
    );
    await runner.query(
      'CREATE INDEX receipts_status ON gateway.receipts (organization_id, livemode, status, date, id)',
    );
    await runner.query('CREATE INDEX receipts_key ON gateway.receipts (key)');
    await runner.query(
      'CREATE INDEX receipts_invoice ON gateway.receipts (invoice_id) WHERE invoice_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.receipts');
  }
}
