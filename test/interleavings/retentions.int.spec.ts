import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RetentionClaims, RetentionFences, RetentionKeys } from '#apps/invoicing/src/retention/claims';
import { CreateRetentionHandler } from '#apps/invoicing/src/retention/commands/create';
import {
  DeleteRetentionHandler,
  EditRetentionHandler,
  StampRetentionHandler,
} from '#apps/invoicing/src/retention/commands/drafts';
import { RecordRetentionRefusalHandler } from '#apps/invoicing/src/retention/commands/stamping';
import { retentionDecider } from '#apps/invoicing/src/retention/decide';
import type { Retention } from '#apps/invoicing/src/retention/retention';
import { Retentions } from '#apps/invoicing/src/retention/retentions';
import { content, issuer, refusal } from '#apps/invoicing/src/retention/testing';
import { invoicingService } from '#apps/invoicing/src/service';
import { fold, newId, type Tenant } from '#kernel';
import type { Command, CommandOutcome, RetentionEvent } from '#contracts';
import { migrate, migrationsOf } from '#hosting';
import { openBench, type Bench } from '#hosting/testing/bench';
import { builtInCatalogues } from '#sat';
import { commandOf } from './command.js';
import { Gate, gatedPool, gatedStore } from './gate.js';

/**
 * Two processes of retentions, one of which falls asleep before one of its calls, and wakes when the other has done all that
 * it had to do: at every call. In the end no two retentions have one key, whoever has one has it reserved, what was refused
 * did not happen, and no key is lost.
 */

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await migrate(bench.url, migrationsOf([invoicingService]));
});
afterAll(() => bench.dispose());

type Process = (command: Command) => Promise<CommandOutcome>;

/** Retentions in a process of their own: its own cache, and its own way out. */
function openProcess(gate = new Gate()): Process {
  // Without any grace: nothing may rely on it.
  const [pool, config] = [gatedPool(bench.pool, gate), { claimGraceMs: 0 }];
  const catalogues = { large: builtInCatalogues } as never;
  const retentions = new Retentions(gatedStore(bench.store, gate), catalogues);
  const fences = new RetentionFences(retentions);
  const claims = new RetentionClaims(new RetentionKeys(pool, config), retentions, fences);
  const handlers: Readonly<Record<string, { execute(command: never): Promise<CommandOutcome> }>> = {
    'invoicing.create-retention': new CreateRetentionHandler(retentions, claims, fences, catalogues),
    'invoicing.edit-retention': new EditRetentionHandler(retentions, claims, fences),
    'invoicing.delete-retention': new DeleteRetentionHandler(retentions, claims),
    'invoicing.stamp-retention': new StampRetentionHandler(retentions),
    'invoicing.record-retention-refusal': new RecordRetentionRefusalHandler(retentions, claims),
  };
  return (command) => {
    const handler = handlers[command.type];
    if (!handler) throw new Error(`nothing handles ${command.type}`);
    return handler.execute(command as never);
  };
}

interface World {
  readonly tenant: Tenant;
  /** A draft with the key `kept`. */
  readonly draft: string;
  /** Made once: each act is the same command whenever it is asked for. */
  readonly made: Map<string, Command>;
}

const creating = (idempotency_key: string | null, draft = false) => ({
  ...{ content: content({ idempotency_key }), issuer, draft },
});
const make = (key: string) => (world: World) =>
  commandOf(world.tenant, 'invoicing.create-retention', newId(), creating(key));
const edit = (idempotency_key: string) => (world: World) =>
  commandOf(world.tenant, 'invoicing.edit-retention', world.draft, { changes: { idempotency_key }, issuer });

const acts = {
  'make one with the key': make('k'),
  'make another with the key': make('k'),
  'make one with the draft’s key': make('kept'),
  'change the draft’s key to it': edit('k'),
  'change the draft’s key back': edit('kept'),
  'delete the draft': ({ tenant, draft }: World) =>
    commandOf(tenant, 'invoicing.delete-retention', draft, {}),
  'stamp the draft': ({ tenant, draft }: World) =>
    commandOf(tenant, 'invoicing.stamp-retention', draft, { issuer }),
  'refuse the one with the key': (world: World) => {
    const data = { number: 1, ...refusal };
    const { key } = commandFor(world, 'make one with the key');
    return commandOf(world.tenant, 'invoicing.record-retention-refusal', key, data);
  },
} as const satisfies Record<string, (world: World) => Command>;
type Act = keyof typeof acts;

function commandFor(world: World, act: Act): Command {
  const known = world.made.get(act) ?? acts[act](world);
  world.made.set(act, known);
  return known;
}

const SLEEPERS: readonly (readonly [asleep: Act, meanwhile: readonly Act[]])[] = [
  ['make one with the key', ['make another with the key']],
  ['make one with the key', ['make one with the key', 'make another with the key']],
  ['make one with the key', ['make another with the key', 'make one with the key']],
  ['make one with the key', ['change the draft’s key to it', 'make another with the key']],
  ['change the draft’s key to it', ['make one with the key', 'change the draft’s key to it']],
  [
    'change the draft’s key to it',
    ['change the draft’s key to it', 'change the draft’s key back', 'make one with the key'],
  ],
  ['change the draft’s key to it', ['stamp the draft', 'make one with the draft’s key']],
  ['delete the draft', ['change the draft’s key to it', 'make one with the draft’s key']],
  ['delete the draft', ['delete the draft', 'make one with the draft’s key']],
  [
    'refuse the one with the key',
    ['refuse the one with the key', 'make another with the key', 'make one with the key'],
  ],
];
/** What has to be there before something can be done at all. */
const BEFORE: Partial<Record<Act, Act>> = { 'refuse the one with the key': 'make one with the key' };

/** Undefined where the sleeper does not get as far as this step. */
async function complaintsAt(
  step: number,
  asleep: Act,
  meanwhile: readonly Act[],
): Promise<string[] | undefined> {
  const tenant: Tenant = { organizationId: newId(), livemode: false };
  const world: World = { tenant, draft: newId(), made: new Map() };
  const other = openProcess();
  await other(commandOf(tenant, 'invoicing.create-retention', world.draft, creating('kept', true)));
  const answered: [Act, CommandOutcome][] = [];
  const play = async (process: Process, act: Act) =>
    void answered.push([act, await process(commandFor(world, act))]);
  const before = BEFORE[asleep];
  if (before) await play(other, before);
  const gate = new Gate(step);
  const sleeping = play(openProcess(gate), asleep);
  if (!(await gate.fallsAsleep(sleeping))) return undefined;
  for (const act of meanwhile) await play(other, act);
  gate.resume();
  await sleeping;
  return [...(await complaintsOfAnswers(world, answered)), ...(await complaintsOfKeys(world))];
}

/** A retention by its stream. */
async function stateOf(id: string): Promise<Retention> {
  const events = await bench.store.read(`retention-${id}`);
  return fold(retentionDecider, events as unknown as RetentionEvent[]);
}

/** What was refused did not happen, and what was taken did: whatever came of it later. */
async function complaintsOfAnswers(
  world: World,
  answered: readonly (readonly [Act, CommandOutcome])[],
): Promise<string[]> {
  const complaints: string[] = [];
  for (const [act, outcome] of answered) {
    const { id, key } = commandFor(world, act);
    const events = await bench.store.read(`retention-${key}`);
    const left = events.filter(
      ({ metadata, type }) => metadata.commandId === id && !type.endsWith('Forgone'),
    );
    if (!outcome.ok && left.length > 0) complaints.push(`${act} was refused, and happened`);
    if (outcome.ok && left.length === 0 && !act.startsWith('refuse'))
      complaints.push(`${act} was taken, and did not happen`);
  }
  return complaints;
}

/** Keys as retentions have them and as they are reserved; one that nobody has is free. */
async function complaintsOfKeys(world: World): Promise<string[]> {
  const ids = [...new Set([world.draft, ...[...world.made.values()].map(({ key }) => key)])];
  const states = new Map<string, Retention>();
  for (const id of ids) states.set(id, await stateOf(id));
  const { rows } = await bench.pool.query<{ key: string; holder: string }>(
    'SELECT key, holder FROM invoicing.retention_keys WHERE organization_id = $1',
    [world.tenant.organizationId],
  );
  const holders = new Map(rows.map(({ key, holder }) => [key, holder]));
  const complaints: string[] = [];
  for (const key of ['k', 'kept']) {
    const having = ids.filter((id) => {
      const state = states.get(id);
      return state && 'content' in state && state.content.idempotency_key === key;
    });
    if (having.length > 1) complaints.push(`${having.length} have the key ${key}`);
    const [id] = having;
    if (id !== undefined && holders.get(key) !== id)
      complaints.push(`whoever has ${key} has it not reserved`);
    if (id !== undefined) continue;
    const made = await openProcess()(
      commandOf(world.tenant, 'invoicing.create-retention', newId(), creating(key)),
    );
    if (!made.ok) complaints.push(`the key ${key} is lost`);
  }
  return complaints;
}

describe('whoever sleeps before any of its calls while it is to', () => {
  it.each(SLEEPERS)('%s, and others %j, does no harm', async (asleep, meanwhile) => {
    const found: string[] = [];
    let steps = 0;
    for (; ; steps += 1) {
      const complaints = await complaintsAt(steps + 1, asleep, meanwhile);
      if (complaints === undefined) break;
      found.push(...complaints.map((complaint) => `asleep before step ${steps + 1}: ${complaint}`));
    }
    expect(found).toEqual([]);
    expect(steps).toBeGreaterThan(1);
  });
});
