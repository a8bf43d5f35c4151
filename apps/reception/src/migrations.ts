import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The schema of reception: tables come with what needs them. */
export class Reception1764275000000 implements MigrationInterface {
  name = 'Reception1764275000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA reception');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA reception CASCADE');
  }
}
