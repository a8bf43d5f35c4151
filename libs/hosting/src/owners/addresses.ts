import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The addresses of users, each reserved for one (docs/adr/0049). Those of users that are there already are taken from where
 * the gateway shows them: the organizations service, whose table it is, may not look there. Where old histories
 * have two users of an address, it is the older one's.
 */
export class AddressesOfUsers1764150001940 implements MigrationInterface {
  name = 'AddressesOfUsers1764150001940';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA IF NOT EXISTS organizations');
    await runner.query(`
      CREATE TABLE organizations.addresses (
        email   text PRIMARY KEY,
        user_id text NOT NULL
      )`);
    await runner.query(`
      INSERT INTO organizations.addresses (email, user_id)
      SELECT email, id FROM gateway.users ORDER BY created_at, id ON CONFLICT DO NOTHING`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE organizations.addresses');
  }
}
