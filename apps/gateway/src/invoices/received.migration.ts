import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists show what was issued unless they are asked for what was received: both are found in their order without their rows. */
export class ReceivedInvoices1764275000200 implements MigrationInterface {
  name = 'ReceivedInvoices1764275000200';

  async up(runner: QueryRunner): Promise<void> {
    await this.replaceList(runner, 'INCLUDE (issuer_type)');
    await runner.query(`
      CREATE INDEX invoices_received ON gateway.invoices (organization_id, livemode, sort_at DESC, id DESC)
      WHERE issuer_type = 'receiving'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX gateway.invoices_received');
    await this.replaceList(runner, '');
  }

  /** Made before the one it replaces goes: lists always have one. */
  private async replaceList(runner: QueryRunner, more: string): Promise<void> {
    await runner.query(`
      CREATE INDEX invoices_list_next ON gateway.invoices (organization_id, livemode, sort_at DESC, id DESC) ${more}
      WHERE NOT hidden`);
    await runner.query('DROP INDEX gateway.invoices_list');
    await runner.query('ALTER INDEX gateway.invoices_list_next RENAME TO invoices_list');
  }
}
