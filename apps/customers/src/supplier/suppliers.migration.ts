import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where customers finds a supplier by its RFC, and the identical one. */
export class KnownSuppliers1764150002600 implements MigrationInterface {
  name = 'KnownSuppliers1764150002600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE customers.suppliers (
        id              text PRIMARY KEY,
        revision        integer NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        created_at      timestamptz NOT NULL,
        tax_id          text,
        fingerprint     text NOT NULL,
        fields          json NOT NULL
      )`);
    await runner.query(
      'CREATE INDEX suppliers_twins ON customers.suppliers (organization_id, livemode, fingerprint)',
    );
    await runner.query(
      'CREATE INDEX suppliers_rfc ON customers.suppliers (organization_id, livemode, tax_id, created_at, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE customers.suppliers');
  }
}
