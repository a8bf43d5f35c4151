import { stat } from 'node:fs/promises';
import { run, type Account } from './processes.js';
import { StartupError } from './startup-error.js';

/** Tried in this order: one made for us, the distributions' database users, the unprivileged user. */
const CANDIDATES = ['timbra', 'postgres', '_postgres', 'nobody'] as const;

const isRoot = (): boolean => process.geteuid?.() === 0;

const lookUp = async (name: string): Promise<Account | undefined> => {
  const [user, group] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
  const uid = Number(user.stdout.trim());
  const gid = Number(group.stdout.trim());
  return user.code === 0 && group.code === 0 && uid > 0 ? { uid, gid, name } : undefined;
};

const create = async (name: string): Promise<Account | undefined> => {
  const attempts: readonly (readonly [string, readonly string[]])[] = [
    ['useradd', ['--system', '--no-create-home', '--user-group', '--shell', '/usr/sbin/nologin', name]],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', name]],
  ];
  for (const [command, args] of attempts) {
    if ((await run(command, args)).code === 0) return lookUp(name);
  }
  return undefined;
};

/**
 * The account that the server runs as. Postgres refuses to run as root, so under root it is another user: the owner of
 * the database that is there already, else an unprivileged user of the system (initdb needs one with an
 * entry in passwd). Undefined: we are an ordinary user, and the server runs as ourselves.
 */
export const serverAccount = async (dataDirectory: string): Promise<Account | undefined> => {
  if (!isRoot()) return undefined;
  const owner = await stat(dataDirectory).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) {
    return { uid: owner.uid, gid: owner.gid, name: `user ${owner.uid}` };
  }
  for (const name of CANDIDATES) {
    const account = await lookUp(name);
    if (account !== undefined) return checkSwitch(account);
  }
  const created = await create(CANDIDATES[0]);
  if (created !== undefined) return checkSwitch(created);
  throw new StartupError(
    'Postgres refuses to run as root, and this system has no user to run it as: create one with "useradd --system timbra", or set DATABASE_URL.',
  );
};

/** Root inside a restricted container may lack the right to become anybody else. */
const checkSwitch = async (account: Account): Promise<Account> => {
  if ((await run('/bin/sh', ['-c', ':'], account)).code === 0) return account;
  throw new StartupError(
    `Postgres refuses to run as root, and this environment does not let root start programs as ${account.name}: start Timbra as an ordinary user, or set DATABASE_URL.`,
  );
};
