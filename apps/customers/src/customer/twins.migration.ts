import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where an import finds the customer of an RFC. The fields of a customer are small: they are never stored compressed. */
export class CustomersByRfc1764290000272 implements MigrationInterface {
  name = 'CustomersByRfc1764290000272';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "CREATE INDEX twins_rfc ON customers.twins (organization_id, livemode, (fields->>'tax_id'))",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX customers.twins_rfc');
  }
}
