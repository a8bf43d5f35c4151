import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Home } from './home.js';
import { databaseUrl, type Listening } from './listening.js';
import { run, type Account } from './processes.js';
import type { Programs } from './programs.js';
import { errorCode, StartupError } from './startup-error.js';

/** The superuser, used here only; the service itself connects as an ordinary role that owns its database. */
const ADMIN = 'postgres';
export const ROLE = 'timbra';
export const DATABASE = 'timbra';

/** The major version that our programs can open the files of. */
const MAJOR = '18';

const give = async (path: string, account: Account | undefined): Promise<void> => {
  if (account !== undefined) await chown(path, account.uid, account.gid);
};

/** The random password of both roles, kept where only our own user can read it. */
/** What the roles of the service log in with: made for a new database, and kept beside it. */
export const password = async (place: string, databaseExists: boolean): Promise<string> => {
  const file = join(place, 'password');
  try {
    const known = (await readFile(file, 'utf8')).trim();
    if (known !== '') return known;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  if (databaseExists) {
    throw new StartupError(
      `The database's password file ${file} is missing: bring it back, or delete the data folder for a fresh start without its invoices.`,
    );
  }
  const fresh = randomBytes(24).toString('hex');
  await writeFile(file, `${fresh}\n`, { mode: 0o600 });
  return fresh;
};

const initialise = async (
  home: Home,
  programs: Programs,
  secret: string,
  durable: boolean,
): Promise<void> => {
  // Made beside its place and moved there when complete: an initdb that was cut off leaves no half database.
  const fresh = join(home.folder, 'data.new');
  const secretFile = join(home.folder, 'initial-password');
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await give(fresh, home.account);
  try {
    await writeFile(secretFile, secret, { mode: 0o600 });
    await give(secretFile, home.account);
    const { code, stderr } = await run(
      programs.initdb,
      [
        `--pgdata=${fresh}`,
        `--username=${ADMIN}`,
        `--pwfile=${secretFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Sorts by code point as C does, and knows upper and lower case of all letters, on every system.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      home.account,
    );
    if (code !== 0) {
      const reason =
        stderr
          .trim()
          .split('\n')
          .find((line) => /error|fatal/i.test(line)) ?? stderr.trim();
      throw new StartupError(`The database in ${home.folder} cannot be created: ${reason}.`);
    }
    await rename(fresh, join(home.folder, 'data'));
  } finally {
    await rm(secretFile, { force: true });
  }
};

const checkVersion = (text: string, directory: string, dataDir: string): void => {
  const version = text.trim();
  if (version === MAJOR) return;
  throw new StartupError(
    /^\d+(\.\d+)?$/.test(version)
      ? `The database in ${directory} was made by Postgres ${version}, and this Timbra brings Postgres ${MAJOR}: move it with pg_dump and DATABASE_URL, or set TIMBRA_DATA to another folder.`
      : `The database in ${directory} is damaged (PG_VERSION is not readable): restore ${dataDir} from a backup, or delete it for a fresh start without its invoices.`,
  );
};

/**
 * Makes the data directory when there is none, and checks that it is one we can open.
 * @returns the password of its roles
 */
export const ensureCluster = async (
  options: { dataDir: string; place: string; home: Home; programs: Programs; durable: boolean },
  onProgress: (message: string) => void,
): Promise<string> => {
  const { dataDir, place, home } = options;
  const data = join(home.folder, 'data');
  const found = await stat(data).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  const secret = await password(place, found !== undefined);
  if (found === undefined) {
    onProgress('Creating the database');
    await initialise(home, options.programs, secret, options.durable);
  } else {
    checkVersion(await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => ''), data, dataDir);
  }
  await mkdir(join(home.folder, 'logs'), { mode: 0o700 }).then(
    () => give(join(home.folder, 'logs'), home.account),
    (error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    },
  );
  return secret;
};

/**
 * Makes the service's role and database where they are missing: at the first start, and after a first start
 * that was cut off in between.
 */
export const ensureDatabase = async (place: Listening, secret: string): Promise<void> => {
  const admin = new pg.Client({
    connectionString: databaseUrl(place, { user: ADMIN, password: secret, database: 'postgres' }),
    connectionTimeoutMillis: 10_000,
  });
  // Without a listener, a connection lost while idle would end the process; a query reports it anyway.
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    // It makes the roles that services work under (owners/roles.ts).
    const rights = 'login createdb createrole';
    const role = await admin.query<{ rolcreaterole: boolean }>(
      'select rolcreaterole from pg_roles where rolname = $1',
      [ROLE],
    );
    if (role.rowCount === 0)
      await admin.query(`create role ${ROLE} ${rights} password ${pg.escapeLiteral(secret)}`);
    else if (role.rows[0]?.rolcreaterole === false) await admin.query(`alter role ${ROLE} ${rights}`);
    const database = await admin.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (database.rowCount === 0) await admin.query(`create database ${DATABASE} owner ${ROLE}`);
  } finally {
    await admin.end();
  }
};
