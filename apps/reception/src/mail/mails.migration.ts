import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The addresses to which suppliers mail documents. */
export class InboundAddresses1764276000000 implements MigrationInterface {
  name = 'InboundAddresses1764276000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reception.inbound_addresses (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        token           text NOT NULL,
        created_at      timestamptz NOT NULL,
        renewed_by      text,
        PRIMARY KEY (organization_id, livemode)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reception.inbound_addresses');
  }
}
