import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The index of the list says who issued a document: of an organization that receives much more than it issues, the list of what it
 * issued would read the row of each received one on the way. An entry is a few bytes longer, and there is none more.
 */
export class ListByIssuer1764291000200 implements MigrationInterface {
  name = 'ListByIssuer1764291000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX gateway.invoices_list');
    await runner.query(`
      CREATE INDEX invoices_list ON gateway.invoices (organization_id, livemode, sort_at DESC, id DESC)
        INCLUDE (issuer_type) WHERE NOT hidden`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX gateway.invoices_list');
    await runner.query(`
      CREATE INDEX invoices_list ON gateway.invoices (organization_id, livemode, sort_at DESC, id DESC) WHERE NOT hidden`);
  }
}
