import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Live keys beside the Test key, and when each was last used (key-uses.ts), which no event tells. */
export class LiveKeys1763700000381 implements MigrationInterface {
  name = 'LiveKeys1763700000381';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE gateway.organizations ADD COLUMN live_keys json NOT NULL DEFAULT '[]'`);
    await runner.query(`
      CREATE TABLE gateway.key_uses (
        key_hash     text PRIMARY KEY,
        last_used_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.key_uses');
    await runner.query('ALTER TABLE gateway.organizations DROP COLUMN live_keys');
  }
}
