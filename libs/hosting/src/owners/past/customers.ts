import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Read models of customers and products. Searches are partial and unanchored: trigram indexes serve them. */
export class Customers1763700000020 implements MigrationInterface {
  name = 'Customers1763700000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA IF NOT EXISTS customers');
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await runner.query('CREATE EXTENSION IF NOT EXISTS btree_gin');
    await runner.query(`
      CREATE TABLE customers.customers (
        id              text PRIMARY KEY,
        revision        integer NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        created_at      timestamptz NOT NULL,
        search          text NOT NULL,
        fingerprint     text NOT NULL,
        doc             json NOT NULL
      )`);
    await runner.query(`
      CREATE INDEX customers_list ON customers.customers (organization_id, livemode, created_at DESC, id DESC)`);
    await runner.query(`
      CREATE INDEX customers_twins ON customers.customers (organization_id, livemode, fingerprint)`);
    await runner.query(
      'CREATE INDEX customers_search ON customers.customers USING gin (organization_id, search gin_trgm_ops)',
    );
    await runner.query(`
      CREATE TABLE customers.products (
        id              text PRIMARY KEY,
        revision        integer NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        created_at      timestamptz NOT NULL,
        search          text NOT NULL,
        sku             text,
        doc             json NOT NULL
      )`);
    await runner.query(`
      CREATE INDEX products_list ON customers.products (organization_id, livemode, created_at DESC, id DESC)`);
    await runner.query(`
      CREATE INDEX products_sku ON customers.products (organization_id, livemode, sku) WHERE sku IS NOT NULL`);
    await runner.query(
      'CREATE INDEX products_search ON customers.products USING gin (organization_id, search gin_trgm_ops)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA customers CASCADE');
  }
}

/** The keys of customers' edit links, by hash: the hosted page looks them up. */
export class CustomerEditLinks1763700000021 implements MigrationInterface {
  name = 'CustomerEditLinks1763700000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "ALTER TABLE customers.customers ADD COLUMN edit_link_hashes text[] NOT NULL DEFAULT '{}'",
    );
    // Few customers have one: the index holds those alone, for queries that say so too.
    await runner.query(`
      CREATE INDEX customers_edit_links ON customers.customers USING gin (edit_link_hashes)
      WHERE edit_link_hashes <> '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE customers.customers DROP COLUMN edit_link_hashes');
  }
}
