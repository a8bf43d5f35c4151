import type { MigrationInterface, QueryRunner } from 'typeorm';
import { eventStoreMigrations } from '#event-store';
import { pastMigrations } from '../owners/past/index.js';
import { AddressesOfUsers1764150001940 } from '../owners/addresses.js';
import { OwnDatabases1764342200090 } from '../owners/registry.js';
import { ReadModelsHaveAnOwner1763700000130 } from '../owners/schemas.js';
import type { Migration } from './migrate.js';

/**
 * Checkpoints of projections and process managers, commands that process managers have yet to see done,
 * secrets (sealed), and stored documents.
 */
export class Platform1763700000002 implements MigrationInterface {
  name = 'Platform1763700000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA IF NOT EXISTS platform');
    await runner.query(`
      CREATE TABLE platform.checkpoints (
        name       text PRIMARY KEY,
        position   bigint NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE platform.pending_commands (
        id           uuid PRIMARY KEY,
        process      text NOT NULL,
        command      json NOT NULL,
        due_at       timestamptz NOT NULL,
        attempts     integer NOT NULL DEFAULT 0,
        leased_by    text,
        leased_until timestamptz,
        last_error   text,
        created_at   timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX pending_commands_due ON platform.pending_commands (due_at)');
    await runner.query(`
      CREATE TABLE platform.data_keys (
        organization_id text PRIMARY KEY,
        wrapped         bytea NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE platform.secrets (
        organization_id text NOT NULL,
        name            text NOT NULL,
        sealed          bytea NOT NULL,
        updated_at      timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (organization_id, name)
      )`);
    await runner.query(`
      CREATE TABLE platform.contents (
        organization_id text NOT NULL,
        livemode        boolean NOT NULL,
        key             text NOT NULL,
        bytes           bytea NOT NULL,
        created_at      timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (organization_id, livemode, key)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA platform CASCADE');
  }
}

/** Documents that are made for a while: archives, previews. */
export class ContentsThatExpire1763700000065 implements MigrationInterface {
  name = 'ContentsThatExpire1763700000065';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE platform.contents ADD COLUMN expires_at timestamptz');
    await runner.query(
      'CREATE INDEX contents_expiring ON platform.contents (expires_at) WHERE expires_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE platform.contents DROP COLUMN expires_at');
  }
}

/** The one event store that the checkpoints of this database belong to. */
export class FollowedStore1763700000090 implements MigrationInterface {
  name = 'FollowedStore1763700000090';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.followed_store (
        singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
        identity  text NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.followed_store');
  }
}

/** Which master key is in force, by its fingerprint; no row until it was changed for the first time. */
export class MasterKeyInForce1763700000120 implements MigrationInterface {
  name = 'MasterKeyInForce1763700000120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.master_key (
        singleton   boolean PRIMARY KEY DEFAULT true CHECK (singleton),
        fingerprint text NOT NULL,
        since       timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.master_key');
  }
}

/** Rows that projections have removed, for callers that wait for that (projections/removed-rows.ts). */
export class RemovedRows1763700000150 implements MigrationInterface {
  name = 'RemovedRows1763700000150';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.removed_rows (
        projection text NOT NULL,
        id         text NOT NULL,
        revision   integer NOT NULL,
        removed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (projection, id)
      )`);
    await runner.query('CREATE INDEX removed_rows_old ON platform.removed_rows (removed_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.removed_rows');
  }
}

/**
 * Data keys by purpose, the fingerprints of the keys in force, and documents and mails that are sealed: in columns of
 * their own, so that a program of the release before misses them and never takes them for what they are not.
 */
export class SealedByPurpose1763700000160 implements MigrationInterface {
  name = 'SealedByPurpose1763700000160';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.wrapped_keys (
        purpose         text NOT NULL,
        organization_id text NOT NULL,
        wrapped         bytea NOT NULL,
        PRIMARY KEY (purpose, organization_id)
      )`);
    await runner.query(`
      CREATE TABLE platform.keys_in_force (
        purpose     text PRIMARY KEY,
        fingerprint text NOT NULL,
        since       timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(
      'ALTER TABLE platform.contents ADD COLUMN sealed bytea, ALTER COLUMN bytes DROP NOT NULL',
    );
    await runner.query(`
      ALTER TABLE platform.mailbox ADD COLUMN sealed bytea, ADD COLUMN sealed_head bytea,
        ALTER COLUMN raw DROP NOT NULL, ALTER COLUMN subject DROP NOT NULL, ALTER COLUMN recipients DROP NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // What is sealed by now can't be read by the release before.
    await runner.query('ALTER TABLE platform.mailbox DROP COLUMN sealed, DROP COLUMN sealed_head');
    await runner.query('ALTER TABLE platform.contents DROP COLUMN sealed');
    await runner.query('DROP TABLE platform.keys_in_force');
    await runner.query('DROP TABLE platform.wrapped_keys');
  }
}

/** Where readiness writes, to see whether it can (write-probe.ts): one row for each service. */
export class WriteProbes1763700000180 implements MigrationInterface {
  name = 'WriteProbes1763700000180';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.write_probes (
        service    text PRIMARY KEY,
        written_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.write_probes');
  }
}

/** Who may do what only one process may do at a time (libs/eventing/src/publisher/lease.ts). */
export class Leases1763700000350 implements MigrationInterface {
  name = 'Leases1763700000350';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.leases (
        name   text PRIMARY KEY,
        epoch  bigint NOT NULL,
        holder text NOT NULL,
        until  timestamptz NOT NULL,
        lasts  interval NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.leases');
  }
}

/** For which service a command is: dispatchers look for due commands service by service. */
export class TargetOfCommands1763700000310 implements MigrationInterface {
  name = 'TargetOfCommands1763700000310';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE platform.pending_commands
      ADD COLUMN target text NOT NULL GENERATED ALWAYS AS (split_part(command->>'type', '.', 1)) STORED`);
    await runner.query('CREATE INDEX pending_commands_target ON platform.pending_commands (target, due_at)');
    await runner.query('DROP INDEX platform.pending_commands_due');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX pending_commands_due ON platform.pending_commands (due_at)');
    await runner.query('ALTER TABLE platform.pending_commands DROP COLUMN target');
  }
}

/** Data keys of organizations that are destroyed: their rows stay, without a key, so that no other is made. */
export class DestroyedDataKeys1764150000444 implements MigrationInterface {
  name = 'DestroyedDataKeys1764150000444';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE platform.wrapped_keys ADD COLUMN destroyed_at timestamptz');
    await runner.query(
      'CREATE INDEX wrapped_keys_destroyed ON platform.wrapped_keys (purpose, destroyed_at) WHERE destroyed_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE platform.wrapped_keys DROP COLUMN destroyed_at');
  }
}

/**
 * Test clocks (libs/eventing/src/clocks), and which commands wait for one: those that are scheduled in an organization's
 * Test time. `due_at` stays in system time; it is planned anew whenever the clock is moved. Commands that wait already
 * follow their organization's clock too, but those that deal with the organization itself.
 */
export class SandboxClocks1764150002070 implements MigrationInterface {
  name = 'SandboxClocks1764150002070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.sandbox_clocks (
        organization_id text PRIMARY KEY,
        version         bigint NOT NULL UNIQUE,
        offset_ms       bigint NOT NULL DEFAULT 0 CHECK (offset_ms >= 0),
        standing_at     timestamptz,
        advancing_to    timestamptz,
        holder          text,
        held_until      timestamptz
      )`);
    await runner.query(
      'ALTER TABLE platform.pending_commands ADD COLUMN scheduled_at timestamptz, ADD COLUMN clock_of text',
    );
    await runner.query(`
      CREATE INDEX pending_commands_clock ON platform.pending_commands (clock_of, scheduled_at)
      WHERE clock_of IS NOT NULL`);
    await runner.query(`
      UPDATE platform.pending_commands
      SET scheduled_at = due_at, clock_of = command->'tenant'->>'organizationId'
      WHERE due_at > now() AND attempts = 0 AND command->'tenant'->>'livemode' = 'false'
        AND command->>'type' IN ('stamping.stamp', 'cancellation.follow', 'notifications.deliver-mail', 'notifications.expire-archive')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX platform.pending_commands_clock');
    await runner.query(
      'ALTER TABLE platform.pending_commands DROP COLUMN scheduled_at, DROP COLUMN clock_of',
    );
    await runner.query('DROP TABLE platform.sandbox_clocks');
  }
}

/**
 * Certificates of the tax authority that were fetched by their number: a service that starts while the authority's server is
 * down still verifies stamps. They are judged again whenever they are read: a row alone is trusted for nothing.
 */
export class SatCertificates1764245400069 implements MigrationInterface {
  name = 'SatCertificates1764245400069';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.sat_certificates (
        number     text PRIMARY KEY CHECK (number ~ '^[0-9]{20}$'),
        der        bytea NOT NULL CHECK (octet_length(der) <= 10240),
        fetched_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.sat_certificates');
  }
}

/** How far questions to the tax authority have come that take hours: whether it has a document that nobody knows the stamp of. */
export class SatProofs1764247800069 implements MigrationInterface {
  name = 'SatProofs1764247800069';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.sat_proofs (
        stamping   text PRIMARY KEY,
        progress   jsonb NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.sat_proofs');
  }
}

/** What the tax authority was asked for in bulk: in which words how often, and which questions led to which request. */
export class SatDownloads1764276600079 implements MigrationInterface {
  name = 'SatDownloads1764276600079';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.sat_download_words (
        words text PRIMARY KEY,
        used  integer NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE platform.sat_download_requests (
        name     text PRIMARY KEY,
        request  text NOT NULL,
        taken_at timestamptz NOT NULL
      )`);
    await runner.query(
      'CREATE INDEX sat_download_requests_taken ON platform.sat_download_requests (taken_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.sat_download_requests');
    await runner.query('DROP TABLE platform.sat_download_words');
  }
}

/** Which organizations have PACs of their own: processes that stamp look for changes every second. */
export class OwnPacs1764255000067 implements MigrationInterface {
  name = 'OwnPacs1764255000067';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "CREATE INDEX secrets_pacs_in_use ON platform.secrets (updated_at) WHERE name LIKE 'pacs/in-use/%'",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX platform.secrets_pacs_in_use');
  }
}

/** Sealed XML by its seal (libs/fiscal/src/sealed-xml.ts): an invoice that is imported may have been issued here. */
export class ContentsBySeal1764270000260 implements MigrationInterface {
  name = 'ContentsBySeal1764270000260';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX contents_sealed ON platform.contents (right(key, 20), organization_id, livemode)
       WHERE key LIKE 'cfdi/%'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX platform.contents_sealed');
  }
}

/**
 * Where a consumer reads on in a log that another service's events come from (libs/eventing/src/feed/place.ts); null: it
 * follows the store. Nothing that runs the release before names the column.
 */
export class LogOffsets1764320400260 implements MigrationInterface {
  name = 'LogOffsets1764320400260';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE platform.checkpoints ADD COLUMN log_offset bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE platform.checkpoints DROP COLUMN log_offset');
  }
}

/**
 * Of the rows that belong to a checkpoint (libs/eventing/src/projections/checkpoints.ts). Nothing that runs the release
 * before names the column.
 */
export class Generations1764338400028 implements MigrationInterface {
  name = 'Generations1764338400028';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE platform.checkpoints ADD COLUMN generation integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE platform.checkpoints DROP COLUMN generation');
  }
}

/**
 * How far a log that the events share with other applications was searched for them (libs/event-store, search-memory.ts): between
 * `newest` and `looked` there is none.
 */
export class SearchedLogs1764320400270 implements MigrationInterface {
  name = 'SearchedLogs1764320400270';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE platform.searched_logs (
        identity text PRIMARY KEY,
        newest   bigint NOT NULL,
        stream   text,
        looked   bigint NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.searched_logs');
  }
}

/**
 * What a consumer keeps beside its checkpoint, moved in the same statement: of a relay, the last event of each partition
 * (libs/eventing/src/relay/tails.ts). As text, so that it is read as it was written. The release before leaves it alone.
 */
export class NotesOfCheckpoints1764340800086 implements MigrationInterface {
  name = 'NotesOfCheckpoints1764340800086';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE platform.checkpoints ADD COLUMN notes json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE platform.checkpoints DROP COLUMN notes');
  }
}

export const platformMigrations = [
  ...pastMigrations,
  Platform1763700000002,
  ContentsThatExpire1763700000065,
  FollowedStore1763700000090,
  MasterKeyInForce1763700000120,
  ReadModelsHaveAnOwner1763700000130,
  RemovedRows1763700000150,
  SealedByPurpose1763700000160,
  WriteProbes1763700000180,
  Leases1763700000350,
  TargetOfCommands1763700000310,
  DestroyedDataKeys1764150000444,
  AddressesOfUsers1764150001940,
  SandboxClocks1764150002070,
  SatCertificates1764245400069,
  SatProofs1764247800069,
  OwnPacs1764255000067,
  ContentsBySeal1764270000260,
  SatDownloads1764276600079,
  LogOffsets1764320400260,
  SearchedLogs1764320400270,
  Generations1764338400028,
  NotesOfCheckpoints1764340800086,
  OwnDatabases1764342200090,
];

/** All that a process with these services needs in its database. */
export const migrationsOf = (
  services: readonly { readonly migrations: readonly Migration[] }[],
): readonly Migration[] => [
  ...eventStoreMigrations,
  ...platformMigrations,
  ...services.flatMap(({ migrations }) => migrations),
];
