import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The log of who did what: no read model, since no event has what is in it. Its one index keeps it unique and in the order of
 * its list, whose cursors are of milliseconds.
 */
export class AuditLog1764150001960 implements MigrationInterface {
  name = 'AuditLog1764150001960';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gateway.audit_log (
        organization_id text NOT NULL,
        created_at      timestamptz(3) NOT NULL,
        id              text NOT NULL,
        actor_type      text NOT NULL,
        actor_id        text,
        first_12        text,
        ip              text,
        user_agent      text,
        operation       text NOT NULL,
        resource_type   text NOT NULL,
        resource_id     text,
        outcome         text NOT NULL,
        log_id          text,
        times           integer NOT NULL,
        PRIMARY KEY (organization_id, created_at, id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE gateway.audit_log');
  }
}
