import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The endpoints of each organization and environment, as the API shows them. */
export class WebhooksOfOrganizations1764150002010 implements MigrationInterface {
  name = 'WebhooksOfOrganizations1764150002010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.webhooks (
        id              text PRIMARY KEY,
        revision        integer NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        webhooks        json NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.webhooks');
  }
}
