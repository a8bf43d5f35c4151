import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the API reads of mails with documents. */
export class InboundMails1764276100000 implements MigrationInterface {
  name = 'InboundMails1764276100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.inbound_mails (
        id              text PRIMARY KEY,
        revision        integer NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        created_at      timestamptz NOT NULL,
        doc             json NOT NULL
      )`);
    await runner.query(
      'CREATE INDEX inbound_mails_list ON gateway.inbound_mails (organization_id, livemode, created_at DESC, id DESC)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.inbound_mails');
  }
}
