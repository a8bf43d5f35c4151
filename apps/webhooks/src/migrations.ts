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
    // What waits or is under way; a row goes when it was delivered, or is given up. Who works on one changes no column of an
    // index. Rows come and go: what is dead is cleared early, as claims begin at the oldest of each endpoint.
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
      ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)`);
    // Automatic ones and those of a replay go by the schedule: of these an event has one for each endpoint.
    await runner.query(
      `CREATE UNIQUE INDEX deliveries_once ON webhooks.deliveries (endpoint_id, event_id) WHERE kind <> 'manual'`,
    );
    await runner.query('CREATE INDEX deliveries_due ON webhooks.deliveries (endpoint_id, due_at, id)');
    // In the order of the events, for endpoints that keep it; and what was asked for by hand, which waits for no other.
    await runner.query('CREATE INDEX deliveries_in_order ON webhooks.deliveries (endpoint_id, id)');
    await runner.query(
      `CREATE INDEX deliveries_by_hand ON webhooks.deliveries (endpoint_id, due_at) WHERE kind = 'manual'`,
    );
    // Recorded before they are made, and finished in place.
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
      ) WITH (fillfactor = 75)`);
    await runner.query('CREATE INDEX attempts_of_endpoint ON webhooks.attempts (endpoint_id, id)');
    await runner.query('CREATE INDEX attempts_of_event ON webhooks.attempts (event_id, endpoint_id)');
    // How an endpoint has been doing since its last success. `failing_since` and `warned_at` are moved with a test clock.
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
    // What an organization's test clock is ahead of real time, as far as its deliveries have been moved.
    await runner.query(`
      CREATE TABLE webhooks.clocks (
        organization_id text PRIMARY KEY,
        offset_ms       bigint NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA webhooks CASCADE');
  }
}
