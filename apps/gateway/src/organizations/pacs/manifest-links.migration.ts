import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links by which an organization's legal representative signs a manifest: one for each PAC, which the next one replaces. */
export class ManifestLinks1764150002320 implements MigrationInterface {
  name = 'ManifestLinks1764150002320';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.manifest_links (
        organization_id text NOT NULL,
        pac             text NOT NULL,
        id              text NOT NULL,
        key_hash        text NOT NULL UNIQUE,
        email           text,
        made_at         timestamptz NOT NULL,
        expires_at      timestamptz NOT NULL,
        used_at         timestamptz,
        PRIMARY KEY (organization_id, pac)
      )`);
    await runner.query('CREATE INDEX manifest_links_expires ON gateway.manifest_links (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.manifest_links');
  }
}
