import { randomUUID } from 'node:crypto';
import { mkdir, writeFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, organizationNow } from '#kernel';
import {
  newSecretKey,
  organizationsReadModel,
  printOfKey,
  testKeySecret,
  usersReadModel,
  type AnswerOf,
  type CommandTypeOn,
  type DataOf,
  type ReadModel,
} from '#contracts';
import type { Runtime } from '#hosting';

/** What a newcomer, or a script, needs to begin: the content of demo.json. */
export interface Demo {
  readonly base_url: string;
  readonly organization_id: string;
  readonly test_key: string;
  readonly user_key: string;
}

interface StoredDemo {
  readonly user_id: string;
  readonly organization_id: string;
  readonly user_key: string;
}

/** The vault's owner for what belongs to no organization. */
const OWNER = 'installation';
const SECRET = 'demo';
const WAIT_MS = 30_000;

/** One of the tax authority's public test taxpayers, so that its documents look like real ones. */
export const DEMO_LEGAL = {
  name: 'Demo Timbra',
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  address: {
    street: 'Av. Hidalgo',
    exterior: '77',
    neighborhood: 'Centro',
    city: 'Pachuca',
    municipality: 'Pachuca de Soto',
    state: 'Hidalgo',
    zip: '42501',
    country: 'MEX',
  },
  website: 'https://example.com',
  support_email: 'facturas@example.com',
  phone: '7711234567',
} as const;

/**
 * The demo organization and its keys, made at the first start. Its identifiers are stored, sealed, before
 * anything is made by them, so that a first start that was cut short is taken up where it stopped.
 */
export async function ensureDemo(runtime: Runtime, baseUrl: string): Promise<Demo> {
  const stored = await storedDemo(runtime);
  const { organization_id, user_key } = stored;
  const send = sender(runtime);
  const user_id = await ensureUser(runtime, stored);
  await send(
    organization_id,
    'organizations.create',
    organization_id,
    { name: DEMO_LEGAL.name, owner_id: user_id },
    organizationsReadModel,
  );
  const { rows } = await runtime
    .poolOf('gateway')
    .query<{ test_key_id: string | null; named: boolean }>(
      `SELECT test_key_id, doc->'legal'->>'tax_id' IS NOT NULL AS named FROM ${organizationsReadModel.table} WHERE id = $1`,
      [organization_id],
    );
  const [row] = rows;
  if (!row) throw new Error('the demo organization is missing');
  // Only the first time: later its owner may have made it something else.
  if (!row.named)
    await send(
      organization_id,
      'organizations.set-legal',
      organization_id,
      { legal: DEMO_LEGAL },
      organizationsReadModel,
    );
  // The operator has revoked it: the demo goes on with another one.
  if (row.test_key_id === null)
    await send(organization_id, 'organizations.renew-test-key', organization_id, {}, organizationsReadModel);
  const testKey = await readTestKey(runtime, organization_id);
  return { base_url: baseUrl, organization_id, test_key: testKey.toString(), user_key };
}

/**
 * The demo's user, by id. Its address may be somebody's: the operator may have added users before the first start. Then it has
 * another one.
 */
async function ensureUser(runtime: Runtime, stored: StoredDemo): Promise<string> {
  const { user_id, user_key } = stored;
  const send = sender(runtime);
  for (const email of ['demo@example.com', `demo-${user_id}@example.com`]) {
    const data = { email, full_name: 'Demo', key: printOfKey(user_key, user_id) };
    const made = await send(user_id, 'organizations.create-user', user_id, data, usersReadModel);
    if (made) {
      // Somebody had begun to make a user of this address, under another id.
      if (made.user_id !== user_id) await keepDemo(runtime, { ...stored, user_id: made.user_id });
      return made.user_id;
    }
    // Made at an earlier start, and changed since.
    if (await isThere(runtime, user_id)) return user_id;
  }
  throw new Error('the user of the demo can be made under no address');
}

async function isThere({ poolOf }: Runtime, userId: string): Promise<boolean> {
  const { rowCount } = await poolOf('gateway').query(`SELECT FROM ${usersReadModel.table} WHERE id = $1`, [
    userId,
  ]);
  return rowCount === 1;
}

async function readTestKey({ poolOf, vault }: Runtime, organizationId: string): Promise<Buffer> {
  const { rows } = await poolOf('gateway').query<{ test_key_id: string | null }>(
    `SELECT test_key_id FROM ${organizationsReadModel.table} WHERE id = $1`,
    [organizationId],
  );
  const keyId = rows[0]?.test_key_id ?? undefined;
  const testKey = keyId && (await vault.get(organizationId, testKeySecret(keyId)));
  if (!testKey) throw new Error('the Test key of the demo organization is missing');
  return testKey;
}

/** Leaves the facts for scripts in the data folder; whole or not at all, readable by this user alone. */
export async function writeDemoFile(dataDir: string, demo: Demo): Promise<string> {
  const path = join(dataDir, 'demo.json');
  const temporary = `${path}.${process.pid}.tmp`;
  // Where the keys come by variables and the database is elsewhere, nobody has made it yet.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(temporary, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
  return path;
}

const keepDemo = ({ vault }: Runtime, demo: StoredDemo): Promise<void> =>
  vault.put(OWNER, SECRET, Buffer.from(JSON.stringify(demo)));

async function storedDemo(runtime: Runtime): Promise<StoredDemo> {
  const sealed = await runtime.vault.get(OWNER, SECRET);
  if (sealed) return JSON.parse(sealed.toString()) as StoredDemo;
  const made: StoredDemo = { user_id: newId(), organization_id: newId(), user_key: newSecretKey('user') };
  await keepDemo(runtime, made);
  return made;
}

/**
 * Sends a command of the installation itself; one that was done at an earlier start changes nothing. Gives its answer, or
 * undefined where it was a conflict.
 */
const sender =
  ({ bus, clock, watch }: Runtime) =>
  async <Type extends CommandTypeOn<'organizations'>>(
    owner: string,
    type: Type,
    key: string,
    data: DataOf<Type>,
    readModel: ReadModel,
  ): Promise<AnswerOf<Type> | undefined> => {
    const tenant = { organizationId: owner, livemode: false };
    const command = {
      id: randomUUID(),
      type,
      key,
      tenant,
      actor: 'installation',
      correlationId: newId(),
      time: organizationNow(clock, owner).toISOString(),
      data,
    };
    const outcome = await bus.send(command, { timeoutMs: WAIT_MS });
    if (!outcome.ok) {
      if (outcome.refusal.code === 'conflict') return undefined;
      throw new Error(`${type} was refused: ${JSON.stringify(outcome.refusal)}`);
    }
    const { at, data: answer } = outcome.value;
    if (at) await watch.reached(readModel, at, WAIT_MS);
    return answer;
  };
