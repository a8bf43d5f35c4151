import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents of others whose status is asked for again and again, and how far the test clocks were followed. */
export class WatchedDocuments1764275000100 implements MigrationInterface {
  name = 'WatchedDocuments1764275000100';

  async up(runner: QueryRunner): Promise<void> {
    // `next_at` is in the machine's time, and moved with its organization's test clock; `until_at` is in the tenant's.
    await runner.query(`
      CREATE TABLE reception.watched (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        uuid            text NOT NULL,
        invoice_id      text NOT NULL,
        document        json NOT NULL,
        known           json NOT NULL,
        step            integer NOT NULL DEFAULT 0,
        misses          integer NOT NULL DEFAULT 0,
        next_at         timestamptz NOT NULL,
        until_at        timestamptz NOT NULL,
        lease           text,
        leased_until    timestamptz,
        PRIMARY KEY (organization_id, livemode, uuid)
      )`);
    await runner.query('CREATE INDEX watched_due ON reception.watched (next_at)');
    await runner.query(
      'CREATE INDEX watched_in_test ON reception.watched (organization_id, next_at) WHERE NOT livemode',
    );
    await runner.query(`
      CREATE TABLE reception.clocks (
        organization_id text PRIMARY KEY,
        offset_ms       bigint NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reception.clocks, reception.watched');
  }
}

/** Of the organization's own past: it is asked about only until the tax authority has it. */
export class WatchedOwnPast1764278000000 implements MigrationInterface {
  name = 'WatchedOwnPast1764278000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reception.watched ADD COLUMN issuing boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reception.watched DROP COLUMN issuing');
  }
}
