import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the webhooks service keeps: endpoints, told events, and what is to be delivered (docs/adr/0053). */
export class Webhooks1764150002000 implements MigrationInterface {
  name = 'Webhooks1764150002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA webhooks');
    // As the collector has folded them, in the order of the feed: an event is for those who were there before it.
    await runner.query(`
      CREATE TABLE webhooks.endpoints (
        id              text PRIMARY KEY,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        doc             json NOT NULL
      )`);
    // Each one of a tenant's events by its place among all of them. `seq` is given by the collector alone, so who has seen
    // one never misses a lower one. Ids begin with the time, as those of resources do, so both indexes grow at one end.
    await runner.query(`
      CREATE TABLE webhooks.events (
        id              text PRIMARY KEY,
        seq             bigint GENERATED ALWAYS AS IDENTITY,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        type            text NOT NULL,
        stream          text NOT NULL,
        revision        integer NOT NULL,
        resource_id     text NOT NULL,
        created_at      timestamptz NOT NULL,
        body            text
      )`);
    await runner.query('CREATE INDEX events_of_tenant ON webhooks.events (organization_id, livemode, seq)');
    await runner.query('CREATE INDEX events_of_resource ON webhooks.events (resource_id)');
    // What waits or is under way; a row goes when it was delivered, or is given up.
    await runner.query(`
      CREATE TABLE webhooks.deliveries (
        id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        endpoint_id     text NOT NULL,
        event_id        text NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        resource_id     text NOT NULL,
        kind            text NOT NULL,
        attempts        integer NOT NULL DEFAULT 0,
        due_at          timestamptz NOT NULL,
        expires_at      timestamptz NOT NULL,
        attempt_id      text,
        leased_by       text,
        leased_until    timestamptz
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX deliveries_once ON webhooks.deliveries (endpoint_id, event_id) WHERE kind = 'automatic'`,
    );
    await runner.query('CREATE INDEX deliveries_due ON webhooks.deliveries (endpoint_id, due_at)');
    await runner.query(`
      CREATE TABLE webhooks.attempts (
        id              text PRIMARY KEY,
        endpoint_id     text NOT NULL,
        event_id        text NOT NULL,
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        attempt         integer NOT NULL,
        kind            text NOT NULL,
        created_at      timestamptz NOT NULL,
        finished_at     timestamptz,
        status_code     integer,
        duration_ms     integer,
        response_body   text,
        error           text,
        next_attempt_at timestamptz
      )`);
    await runner.query('CREATE INDEX attempts_of_endpoint ON webhooks.attempts (endpoint_id, id)');
    // How an endpoint has been doing since its last success.
    await runner.query(`
      CREATE TABLE webhooks.health (
        endpoint_id      text PRIMARY KEY,
        organization_id  text NOT NULL,
        livemode         boolean NOT NULL,
        failing_since    timestamptz,
        last_success_at  timestamptz,
        last_failure_at  timestamptz,
        warned_at        timestamptz,
        gone_at          timestamptz
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA webhooks CASCADE');
  }
}
