import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of questions about attempts. */
export class WebhookLog1764150002060 implements MigrationInterface {
  name = 'WebhookLog1764150002060';

  async up(runner: QueryRunner): Promise<void> {
    // Of one event, for lists of its attempts, and whether one has succeeded. Ids of events begin with the time, so this
    // grows at one end.
    await runner.query('CREATE INDEX attempts_of_event ON webhooks.attempts (event_id, endpoint_id)');
    // Failures are few, and looked for among many that did not fail.
    await runner.query(
      'CREATE INDEX attempts_failed ON webhooks.attempts (endpoint_id, id) WHERE error IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhooks.attempts_failed');
    await runner.query('DROP INDEX webhooks.attempts_of_event');
  }
}
