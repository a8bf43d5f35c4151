import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails that are not done are few of many: metrics count them. */
export class MailsUnderWay1764291000100 implements MigrationInterface {
  name = 'MailsUnderWay1764291000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX inbound_mails_processing ON gateway.inbound_mails (created_at)
        WHERE doc->>'status' = 'processing'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX gateway.inbound_mails_processing');
  }
}
