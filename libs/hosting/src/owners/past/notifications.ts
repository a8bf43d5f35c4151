import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What became of mails, and the local mailbox where they land while no mail server is configured. */
export class Notifications1763700000060 implements MigrationInterface {
  name = 'Notifications1763700000060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA IF NOT EXISTS notifications');
    await runner.query(`
      CREATE TABLE notifications.mails (
        id              text PRIMARY KEY,
        revision        integer NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        template        text NOT NULL,
        about           text,
        recipients      json NOT NULL,
        status          text NOT NULL,
        attempts        integer NOT NULL,
        refused         json NOT NULL,
        reason          text,
        retry_at        timestamptz,
        created_at      timestamptz NOT NULL,
        updated_at      timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE notifications.mailbox (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        id              text NOT NULL,
        received_at     timestamptz NOT NULL,
        subject         text NOT NULL,
        recipients      text[] NOT NULL,
        raw             bytea NOT NULL,
        PRIMARY KEY (organization_id, livemode, id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA notifications CASCADE');
  }
}

/** Monthly archives of invoices. */
export class Archives1763700000066 implements MigrationInterface {
  name = 'Archives1763700000066';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notifications.archives (
        id              text PRIMARY KEY,
        revision        integer NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        created_at      timestamptz NOT NULL,
        year            integer NOT NULL,
        month           integer NOT NULL,
        issuer_type     text NOT NULL,
        invoice_types   text NOT NULL,
        status          text NOT NULL,
        parts           json NOT NULL,
        size            bigint NOT NULL,
        doc             json NOT NULL
      )`);
    await runner.query(`
      CREATE INDEX archives_list ON notifications.archives
      (organization_id, livemode, created_at DESC, id DESC)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notifications.archives');
  }
}
