import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows from before an organization could ask for automatic global invoices say that it does not, as a rebuild would. */
export class AutoGlobalInvoice1764150002131 implements MigrationInterface {
  name = 'AutoGlobalInvoice1764150002131';

  async up(runner: QueryRunner): Promise<void> {
    // As text: the order of an answer's fields stays. Within a text of somebody's, a quote has a backslash before it.
    await runner.query(`
      UPDATE gateway.organizations
      SET doc = regexp_replace(doc::text, '("receipts":\\{"periodicity":"[a-z_]+","duration_days":\\d+)(,"next_)',
        '\\1,"auto_global_invoice":false\\2')::json`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE gateway.organizations
      SET doc = regexp_replace(doc::text, ',"auto_global_invoice":(true|false)', '')::json`);
  }
}
