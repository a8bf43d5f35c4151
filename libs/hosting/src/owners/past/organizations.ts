import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Read models of organizations and users. Keys are found by their hash; only those in force are listed. */
export class Organizations1763700000015 implements MigrationInterface {
  name = 'Organizations1763700000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA IF NOT EXISTS organizations');
    await runner.query(`
      CREATE TABLE organizations.organizations (
        id                text PRIMARY KEY,
        revision          integer NOT NULL,
        created_at        timestamptz NOT NULL,
        search            text NOT NULL,
        user_ids          text[] NOT NULL,
        key_hashes        text[] NOT NULL,
        test_key_id       text NOT NULL,
        test_key_first_12 text NOT NULL,
        doc               json NOT NULL
      )`);
    await runner.query(
      'CREATE INDEX organizations_keys ON organizations.organizations USING gin (key_hashes)',
    );
    await runner.query(
      'CREATE INDEX organizations_users ON organizations.organizations USING gin (user_ids)',
    );
    await runner.query(`
      CREATE TABLE organizations.users (
        id           text PRIMARY KEY,
        revision     integer NOT NULL,
        created_at   timestamptz NOT NULL,
        email        text NOT NULL,
        full_name    text NOT NULL,
        key_hash     text NOT NULL,
        key_first_12 text NOT NULL
      )`);
    await runner.query('CREATE INDEX users_key ON organizations.users (key_hash)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA organizations CASCADE');
  }
}
