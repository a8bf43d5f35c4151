import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who answers an invitation by its link is looked for by the address that it is for. */
export class UsersByEmail1764150001930 implements MigrationInterface {
  name = 'UsersByEmail1764150001930';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX users_email ON gateway.users (email)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX gateway.users_email');
  }
}
