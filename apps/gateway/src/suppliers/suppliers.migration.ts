import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the API reads of suppliers. Searches are partial and unanchored: an index of trigrams serves them. */
export class Suppliers1764150002610 implements MigrationInterface {
  name = 'Suppliers1764150002610';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.suppliers (
        id              text PRIMARY KEY,
        revision        integer NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        created_at      timestamptz NOT NULL,
        search          text NOT NULL,
        doc             json NOT NULL
      )`);
    await runner.query(
      'CREATE INDEX suppliers_list ON gateway.suppliers (organization_id, livemode, created_at DESC, id DESC)',
    );
    await runner.query(
      'CREATE INDEX suppliers_search ON gateway.suppliers USING gin (organization_id, search gin_trgm_ops)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.suppliers');
  }
}
