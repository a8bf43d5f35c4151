import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What proposals are looked for by: the issuer's own past among its invoices, which is told by its XML being stored whole
 * (`timbre_xml` is empty), and customers by their tax id. No invoice that is issued here is in the first one.
 */
export class Proposals1764150002620 implements MigrationInterface {
  name = 'Proposals1764150002620';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX invoices_own_past ON gateway.invoices (organization_id, livemode, sort_at DESC, id DESC)
      WHERE issuer_type = 'issuing' AND timbre_xml = ''`);
    await runner.query(`
      CREATE INDEX customers_tax_id ON gateway.customers (organization_id, livemode, (doc->>'tax_id'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX gateway.customers_tax_id');
    await runner.query('DROP INDEX gateway.invoices_own_past');
  }
}
