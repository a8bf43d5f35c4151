import type pg from 'pg';
import { StartupError } from '../postgres/startup-error.js';

/** Every service, in a fixed order; each works under a role `timbra_<name>`. */
export const SERVICES = [
  ...['organizations', 'customers', 'invoicing', 'stamping', 'cancellation', 'notifications', 'webhooks'],
  ...['receipts', 'reception', 'publisher', 'gateway'],
] as const;

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

const INSUFFICIENT_PRIVILEGE = '42501';

/** How many processes of one database may be at it: advisory lock, as migrations have. */
const LOCK_KEY = 7446160003;

/**
 * Sees to the services' roles: one for each, which may use its own schema, events and the platform's tables, and no
 * other service's. Looks first, as it is called at every start. Roles are not in a dump of the database: what a restored
 * one lacks is made again.
 * @param force also where all stands: tables have come that the roles know nothing of
 * @returns false where the login user may not make roles (CREATEROLE): services then work as that user
 */
export async function ensureRoles(pool: pg.Pool, force: boolean): Promise<boolean> {
  if (!force && (await allStand(pool))) return true;
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    for (const service of SERVICES) {
      await client.query(CREATE(roleOf(service)));
      await client.query(GRANT(service));
    }
    return await allStand(client);
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => undefined);
    client.release();
  }
}

/**
 * Sees to it that a process of these services may use their roles, made by the step `migrate` or here.
 * @returns false where the login user may neither take nor make roles
 * @throws {StartupError} the login is another service's
 */
export async function takeRoles(
  pool: pg.Pool,
  services: readonly { readonly name: string }[],
  force: boolean,
): Promise<boolean> {
  const { rows } = await pool.query<{ login: string }>('SELECT current_user AS login');
  const login = rows[0]?.login ?? '';
  const owner = SERVICES.find((service) => roleOf(service) === login);
  if (owner === undefined) return ensureRoles(pool, force);
  const other = services.find(({ name }) => name !== owner);
  if (other === undefined) return true;
  throw new StartupError(
    `DATABASE_URL logs in as ${login}, the role of the service ${owner}: ${other.name} needs ${roleOf(other.name)}.`,
  );
}

async function allStand(db: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await db.query<{ ready: number }>(STANDING, [SERVICES]);
  return rows[0]?.ready === SERVICES.length;
}
