import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keys that are revoked: an organization may have none, and a user several. A user's first key is read from its event;
 * where events are in another store, its id is known after `npm run rebuild organizations.users`.
 */
export class RevokedKeys1763700000170 implements MigrationInterface {
  name = 'RevokedKeys1763700000170';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.organizations ALTER COLUMN test_key_id DROP NOT NULL,
        ALTER COLUMN test_key_first_12 DROP NOT NULL`);
    await runner.query(`
      ALTER TABLE gateway.users ADD COLUMN key_hashes text[] NOT NULL DEFAULT '{}',
        ADD COLUMN keys json NOT NULL DEFAULT '[]'`);
    // As JSON.stringify writes it, since so does the projection.
    await runner.query(`
      UPDATE gateway.users AS u SET key_hashes = ARRAY[u.key_hash],
        keys = concat('[{"id":', to_json(coalesce((SELECT data->'key'->>'id' FROM event_store.events
            WHERE stream_id = 'user-' || u.id AND type = 'UserCreated'), u.id)),
          ',"hash":', to_json(u.key_hash), ',"first_12":', to_json(u.key_first_12),
          ',"created_at":"', to_char(u.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '"}]')::json`);
    // Of programs from before the read models had an owner (docs/adr/0023): it has outlived them.
    await runner.query('DROP VIEW IF EXISTS organizations.users');
    await runner.query('ALTER TABLE gateway.users DROP COLUMN key_hash, DROP COLUMN key_first_12');
    await runner.query('CREATE INDEX users_keys ON gateway.users USING gin (key_hashes)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.users ADD COLUMN key_hash text NOT NULL DEFAULT '',
        ADD COLUMN key_first_12 text NOT NULL DEFAULT ''`);
    await runner.query(`
      UPDATE gateway.users SET key_hash = coalesce(key_hashes[1], ''),
        key_first_12 = coalesce(keys->0->>'first_12', '')`);
    await runner.query('ALTER TABLE gateway.users DROP COLUMN keys, DROP COLUMN key_hashes');
    await runner.query('CREATE INDEX users_key ON gateway.users (key_hash)');
  }
}

/**
 * Links that verify an organization's support address are found by their hash. Rows of organizations have none yet: their
 * events come with this release.
 */
export class SupportEmailLinks1764150000404 implements MigrationInterface {
  name = 'SupportEmailLinks1764150000404';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.organizations
        ADD COLUMN support_link_hashes text[] NOT NULL DEFAULT '{}',
        ADD COLUMN support_link_id text,
        ADD COLUMN support_link_expires_at timestamptz`);
    await runner.query(
      'CREATE INDEX organizations_support_links ON gateway.organizations USING gin (support_link_hashes)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.organizations DROP COLUMN support_link_hashes,
        DROP COLUMN support_link_id, DROP COLUMN support_link_expires_at`);
  }
}

/** The names of an organization's series. Nobody had any before. */
export class SeriesOfOrganizations1764150000390 implements MigrationInterface {
  name = 'SeriesOfOrganizations1764150000390';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE gateway.organizations ADD COLUMN series text[] NOT NULL DEFAULT '{}'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE gateway.organizations DROP COLUMN series');
  }
}
