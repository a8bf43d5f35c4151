import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Downloads that are under way are few of many: they are counted for metrics and limits. */
export class DownloadsUnderWay1764291000000 implements MigrationInterface {
  name = 'DownloadsUnderWay1764291000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX downloads_under_way ON reception.downloads (organization_id, livemode, created_at) WHERE under_way`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX reception.downloads_under_way');
  }
}
