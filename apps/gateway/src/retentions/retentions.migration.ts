import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the API reads of retentions. Searches are partial and unanchored: an index of trigrams serves them. */
export class Retentions1764150002210 implements MigrationInterface {
  name = 'Retentions1764150002210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.retentions (
        id                  text PRIMARY KEY,
        revision            integer NOT NULL,
        organization_id     text NOT NULL,
        livemode            boolean NOT NULL,
        status              text NOT NULL,
        hidden              boolean NOT NULL,
        cve_retenc          text,
        customer_id         text,
        customer_tax_id     text,
        folio_int           text,
        external_id         text,
        uuid                text,
        cancellation_status text NOT NULL,
        created_at          timestamptz NOT NULL,
        sort_at             timestamptz NOT NULL,
        search              text NOT NULL,
        xml_key             text,
        timbre_xml          text,
        receipt_key         text,
        outcome             json,
        draft               json,
        doc                 json NOT NULL
      )`);
    // Lists look at many rows and show the documents of few: those lie apart from the rows.
    await runner.query('ALTER TABLE gateway.retentions SET (toast_tuple_target = 1024)');
    const scope = 'organization_id, livemode';
    const order = 'sort_at DESC, id DESC';
    for (const [name, columns, where] of [
      ['list', `${scope}, ${order}`, 'WHERE NOT hidden'],
      ['status', `${scope}, status, ${order}`, 'WHERE NOT hidden'],
      ['key', `${scope}, cve_retenc, ${order}`, 'WHERE NOT hidden AND cve_retenc IS NOT NULL'],
      ['customer', `${scope}, customer_id, ${order}`, 'WHERE NOT hidden AND customer_id IS NOT NULL'],
      ['external', `${scope}, external_id`, 'WHERE NOT hidden AND external_id IS NOT NULL'],
      ['uuid', `${scope}, uuid`, 'WHERE NOT hidden AND uuid IS NOT NULL'],
    ] as const)
      await runner.query(`CREATE INDEX retentions_${name} ON gateway.retentions (${columns}) ${where}`);
    await runner.query(
      'CREATE INDEX retentions_search ON gateway.retentions USING gin (organization_id, search gin_trgm_ops)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.retentions');
  }
}
