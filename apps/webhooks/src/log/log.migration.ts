import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For questions about attempts that failed. */
export class WebhookLog1764150002060 implements MigrationInterface {
  name = 'WebhookLog1764150002060';

  async up(runner: QueryRunner): Promise<void> {
    // Failures are few, and looked for among many that did not fail.
    await runner.query(
      'CREATE INDEX attempts_failed ON webhooks.attempts (endpoint_id, id) WHERE error IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhooks.attempts_failed');
  }
}
