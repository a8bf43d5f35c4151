import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of received documents, and whether there are any: who only issues does not pay for it. */
export class ReceivedInvoices1764270000262 implements MigrationInterface {
  name = 'ReceivedInvoices1764270000262';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX invoices_received ON gateway.invoices (organization_id, livemode, sort_at DESC, id DESC)
      WHERE issuer_type = 'receiving' AND NOT hidden`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX gateway.invoices_received');
  }
}
