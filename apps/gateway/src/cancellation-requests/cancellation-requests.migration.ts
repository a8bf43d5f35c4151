import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Suppliers' requests to cancel documents that were received, and when each tenant's list of them was asked for. */
export class CancellationRequests1764150002450 implements MigrationInterface {
  name = 'CancellationRequests1764150002450';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.cancellation_requests (
        id              text PRIMARY KEY,
        revision        integer NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        created_at      timestamptz NOT NULL,
        uuid            text NOT NULL,
        status          text NOT NULL,
        supplier_tax_id text,
        doc             json NOT NULL
      )`);
    const scope = 'organization_id, livemode';
    const order = 'created_at DESC, id DESC';
    await runner.query(
      `CREATE INDEX cancellation_requests_list ON gateway.cancellation_requests (${scope}, ${order})`,
    );
    await runner.query(
      `CREATE INDEX cancellation_requests_status ON gateway.cancellation_requests (${scope}, status, ${order})`,
    );
    await runner.query(`
      CREATE TABLE gateway.cancellation_request_lists (
        id              text PRIMARY KEY,
        revision        integer NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        asked_at        timestamptz
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.cancellation_request_lists');
    await runner.query('DROP TABLE gateway.cancellation_requests');
  }
}
