import type pg from 'pg';
import type { OwnDatabases } from '../config/own-databases.js';
import { StartupError } from '../postgres/startup-error.js';
import { OWN_PLATFORM_TABLES, OWN_SCHEMA } from './places.js';
import { ownDatabaseVariable, SERVICES, type ServiceName } from './services.js';

/** The role that a service works under. Roles are the server's: the databases of several installations share them. */
export const roleOf = (service: string): string => `timbra_${service}`;

/** Whether the login user may work under a role. Since PostgreSQL 16 a member may not do so just by being one. */
const MAY_BECOME = `pg_has_role(current_user, role,
  CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END)`;

/** How many roles are there, with what they need, and may be taken by the login user. */
const STANDING = `
  SELECT count(*) FILTER (WHERE CASE WHEN to_regrole(role) IS NULL THEN false ELSE ${MAY_BECOME}
           AND has_schema_privilege(role, 'platform', 'USAGE')
           AND (to_regnamespace(service) IS NULL OR has_schema_privilege(role, service, 'USAGE')) END)::int AS ready
  FROM (SELECT name AS service, 'timbra_' || name AS role FROM unnest($1::text[]) AS name) AS services`;

/**
 * Makes what is missing. A role may come from another database's process at the same moment, and so may a grant of it:
 * then it is there, which is all that is wanted.
 */
const CREATE = (role: string): string => `
  DO $$ BEGIN
    IF to_regrole('${role}') IS NULL THEN
      BEGIN CREATE ROLE ${role} NOLOGIN;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;
    END IF;
    IF NOT (SELECT ${MAY_BECOME} FROM (SELECT '${role}'::text AS role) AS r) THEN
      BEGIN EXECUTE format('GRANT ${role} TO %I', current_user);
      EXCEPTION WHEN unique_violation OR internal_error THEN NULL; END;
    END IF;
  END $$`;

/** Those that the sandbox's PAC and tax authority work in: they play somebody else's servers, with tables of their own. */
const ASKS_SANDBOX = new Set(['stamping', 'cancellation', 'gateway']);

const SANDBOX_GRANT = (service: string): string => `
    IF to_regnamespace('pac_sandbox') IS NOT NULL THEN
      GRANT USAGE ON SCHEMA pac_sandbox TO ${roleOf(service)};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pac_sandbox TO ${roleOf(service)};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA pac_sandbox TO ${roleOf(service)};
    END IF;`;

/**
 * What every service needs: to append and read events, and to use the platform's tables. Its own part is its schema.
 */
const GRANT = (service: string): string => `
  DO $$ DECLARE own record; BEGIN
    GRANT USAGE ON SCHEMA event_store, platform TO ${roleOf(service)};
    GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA event_store TO ${roleOf(service)};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA event_store TO ${roleOf(service)};
    -- Events stay for ever; refusals of commands for some days.
    IF to_regclass('event_store.refusals') IS NOT NULL THEN
      GRANT DELETE ON event_store.refusals TO ${roleOf(service)};
    END IF;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA platform TO ${roleOf(service)};
    -- A service that logs in as its role makes no tables: it looks whether they are there.
    IF to_regclass('timbra_migrations') IS NOT NULL THEN
      GRANT SELECT ON timbra_migrations TO ${roleOf(service)};
    END IF;
    ${ASKS_SANDBOX.has(service) ? SANDBOX_GRANT(service) : ''}
    IF to_regnamespace('${service}') IS NOT NULL THEN
      GRANT USAGE ON SCHEMA ${service} TO ${roleOf(service)};
      -- Tables alone: the views of the release before show what is another's now.
      FOR own IN SELECT tablename FROM pg_tables WHERE schemaname = '${service}' LOOP
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ${service}.%I TO ${roleOf(service)}', own.tablename);
      END LOOP;
    END IF;
  END $$`;

/** In a database of its own: its schema, and those of the platform's tables whose rows are there. Who works in the wrong one is refused. */
const GRANT_IN_OWN = (service: string): string => `
  DO $$ DECLARE own record; BEGIN
    GRANT USAGE ON SCHEMA platform, ${OWN_SCHEMA} TO ${roleOf(service)};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ${OWN_PLATFORM_TABLES.join(', ')} TO ${roleOf(service)};
    GRANT SELECT ON timbra_migrations, ${OWN_SCHEMA}.database TO ${roleOf(service)};
    IF to_regnamespace('${service}') IS NOT NULL THEN
      GRANT USAGE ON SCHEMA ${service} TO ${roleOf(service)};
      FOR own IN SELECT tablename FROM pg_tables WHERE schemaname = '${service}' LOOP
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ${service}.%I TO ${roleOf(service)}', own.tablename);
      END LOOP;
    END IF;
  END $$`;

const INSUFFICIENT_PRIVILEGE = '42501';

/** How many processes of one database may be at it: advisory lock, as migrations have. */
const LOCK_KEY = 7446160003;

/**
 * Sees to the services' roles: one for each, which may use its own schema, events and the platform's tables, and no
 * other service's. Looks first, as it is called at every start. Roles are not in a dump of the database: what a restored
 * one lacks is made again.
 * @param force also where all stands: tables have come that the roles know nothing of
 * @param ownOf the service whose own database this is; default: the database that all share
 * @returns false where the login user may not make roles (CREATEROLE): services then work as that user
 */
export async function ensureRoles(pool: pg.Pool, force: boolean, ownOf?: ServiceName): Promise<boolean> {
  const services = ownOf === undefined ? SERVICES : [ownOf];
  if (!force && (await allStand(pool, services))) return true;
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    for (const service of services) {
      await client.query(CREATE(roleOf(service)));
      await client.query(ownOf === undefined ? GRANT(service) : GRANT_IN_OWN(service));
    }
    return await allStand(client, services);
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => undefined);
    client.release();
  }
}

/** Which database roles are taken in. */
export interface TakenIn {
  /** The service whose own one it is; default: the one that all share. */
  readonly ownOf?: ServiceName;
  /** The services that have one of their own, in the settings. */
  readonly own?: OwnDatabases;
}

/** Where the database is a service's own, nobody looks for others that are elsewhere. */
const LOGIN = 'SELECT current_user AS login, ARRAY[]::text[] AS elsewhere';
const LOGIN_AND_ELSEWHERE = `
  SELECT current_user AS login, ARRAY(SELECT service FROM platform.own_databases WHERE service = ANY($1)) AS elsewhere`;

interface Login {
  readonly login: string;
  readonly elsewhere: readonly ServiceName[];
}

/**
 * Sees to it that a process of these services may use their roles, made by the step `migrate` or here.
 * @returns false where the login user may neither take nor make roles
 * @throws {StartupError} the login is another service's, or a service has worked in a database of its own that is not named
 */
export async function takeRoles(
  pool: pg.Pool,
  services: readonly { readonly name: string }[],
  force: boolean,
  { ownOf, own = new Map() }: TakenIn = {},
): Promise<boolean> {
  const { rows } = await (ownOf === undefined
    ? pool.query<Login>(LOGIN_AND_ELSEWHERE, [services.map(({ name }) => name)])
    : pool.query<Login>(LOGIN));
  const { login = '', elsewhere = [] } = rows[0] ?? {};
  const unnamed = elsewhere.find((service) => !own.has(service));
  if (unnamed !== undefined) throw hasLeft(unnamed);
  const owner = SERVICES.find((service) => roleOf(service) === login);
  if (owner === undefined) return ensureRoles(pool, force, ownOf);
  const other = services.find(({ name }) => name !== owner);
  if (other === undefined) return true;
  throw new StartupError(
    `${ownOf === undefined ? 'DATABASE_URL' : ownDatabaseVariable(ownOf)} logs in as ${login}, the role of the service ${owner}: ${other.name} needs ${roleOf(other.name)}.`,
  );
}

/** A service has left the shared database, and nobody says where it is. */
export const hasLeft = (service: ServiceName): StartupError =>
  new StartupError(
    `${service} has worked in a database of its own: set ${ownDatabaseVariable(service)} to it.`,
  );

async function allStand(db: Pick<pg.Pool, 'query'>, services: readonly ServiceName[]): Promise<boolean> {
  const { rows } = await db.query<{ ready: number }>(STANDING, [services]);
  return rows[0]?.ready === services.length;
}
