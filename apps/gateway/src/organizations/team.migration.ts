import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The people of organizations, who were an owner alone until now, and users that are suspended. */
export class PeopleOfOrganizations1764150001900 implements MigrationInterface {
  name = 'PeopleOfOrganizations1764150001900';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.organizations ADD COLUMN team json,
        ADD COLUMN invite_ids text[] NOT NULL DEFAULT '{}',
        ADD COLUMN invite_hashes text[] NOT NULL DEFAULT '{}',
        ADD COLUMN invite_emails text[] NOT NULL DEFAULT '{}'`);
    // As JSON.stringify writes it, since so does the projection.
    await runner.query(`
      UPDATE gateway.organizations AS o SET team = concat('{"owners":[{"user_id":', to_json(o.user_ids[1]),
        ',"created_at":', o.doc->'created_at', ',"updated_at":', o.doc->'created_at',
        '}],"members":[],"roles":[],"invites":[]}')::json`);
    await runner.query('ALTER TABLE gateway.organizations ALTER COLUMN team SET NOT NULL');
    await runner.query(
      'CREATE INDEX organizations_invites ON gateway.organizations USING gin (invite_ids, invite_hashes, invite_emails)',
    );
    await runner.query('ALTER TABLE gateway.users ADD COLUMN suspended_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE gateway.users DROP COLUMN suspended_at');
    await runner.query(`
      ALTER TABLE gateway.organizations DROP COLUMN team, DROP COLUMN invite_ids, DROP COLUMN invite_hashes, DROP COLUMN invite_emails`);
  }
}
