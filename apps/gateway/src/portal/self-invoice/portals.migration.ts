import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What finds portals by their names, and the wrong keys that visitors have tried. */
export class SelfInvoicePortals1764150002140 implements MigrationInterface {
  name = 'SelfInvoicePortals1764150002140';

  async up(runner: QueryRunner): Promise<void> {
    for (const name of ['domain', 'custom_domain'])
      await runner.query(`
        CREATE INDEX organizations_${name} ON gateway.organizations ((doc ->> '${name}'))
        WHERE doc ->> '${name}' IS NOT NULL`);
    // A row an address, with when it tried its latest wrong keys; rows are removed a window after the last.
    await runner.query(`
      CREATE TABLE gateway.wrong_keys (
        address text PRIMARY KEY,
        tries   timestamptz[] NOT NULL,
        last    timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX wrong_keys_last ON gateway.wrong_keys (last)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.wrong_keys');
    await runner.query('DROP INDEX gateway.organizations_domain');
    await runner.query('DROP INDEX gateway.organizations_custom_domain');
  }
}
