import { setTimeout as sleep } from 'node:timers/promises';
import { settle } from '../crash/checks.js';
import { seededRandom, type Random } from '../crash/seed.js';
import type { PacName } from '../doubles/index.js';
import type { Kind } from './books.js';
import type { Installation } from './installation.js';
import { complaints } from './judge.js';
import { Load } from './load.js';
import { doubtsOf, isForTheAuthority, readBooks, type Doubt } from './reading.js';
import { deal, type Trouble } from './troubles.js';

/** One run: load, troubles in turn, rest, and the judge. */

const CALLERS = 8;
/**
 * How long it may take until nothing is under way any more, once all is well: a PAC that kept refusing the account is left alone for up
 * to five minutes (libs/fiscal/src/pac/circuit), and what it perhaps has waits for that.
 */
const REST_MS = 420_000;
/** One in so many looks at a doubt an operator forces it. */
const FORCES = 6;

export interface Outcome {
  readonly complaints: readonly string[];
  /** How often each trouble was made, by its name. */
  readonly troubles: ReadonlyMap<string, number>;
  /** How many calls met a fault, by PAC and fault. */
  readonly met: ReadonlyMap<string, number>;
  readonly figures: Readonly<Record<string, number>>;
}

export interface RunOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly order: readonly PacName[];
  say(line: string): void;
}

export async function run(installation: Installation, options: RunOptions): Promise<Outcome> {
  const { seconds, seed, order } = options;
  const { client, doubles } = installation;
  const troubles = new Map<string, number>();
  const load = new Load(client, seed, CALLERS);
  const end = Date.now() + seconds * 1_000;
  const operator = new Operator(installation, order, seededRandom(seed + 1));
  const operating = operator.work(() => Date.now() < end && !load.failed);
  const random = seededRandom(seed);
  const dealt = deal(order, random);
  while (Date.now() < end && !load.failed) {
    const { value } = dealt.next();
    const left = Math.ceil((end - Date.now()) / 1_000);
    const name = value.trouble.at === 'pac' ? `${value.pac}: ${value.trouble.name}` : value.trouble.name;
    options.say(`${left} s left, ${load.accepted.length} documents; ${name}`);
    tally(troubles, value.trouble.name);
    await suffer(installation, value.trouble, { order, random, pac: value.pac });
  }
  for (const pac of order) await doubles.fault(pac, { clear: true });
  options.say('All is well again; waiting until nothing is under way.');
  await Promise.all([load.stop(), operating]);
  const left = await rest(installation, order);
  options.say('Comparing the ledgers.');
  const books = await readBooks(installation, order, { ...load, forced: [...operator.forced] });
  const found = [...left, ...complaints(books)];
  const noServerError = client.journal.filter(({ answer }) => answer.status >= 500 && answer.status !== 503);
  return {
    complaints: [
      ...found,
      ...noServerError.map(({ request, answer }) => `${request}: ${answer.status} ${answer.body.code}`),
    ],
    troubles,
    met: await faultsMet(installation, order),
    figures: {
      documents: books.ours.length,
      stamps: books.stamps.length,
      cancellations: books.cancellations.length,
      'requests without an answer at first': client.journal.filter(({ tries }) => tries > 1).length,
      'answers of 202': load.accepted.filter(({ status }) => status === 202).length,
      'answers of 503': load.unavailable,
      'refused for good': load.refused.length,
      forced: operator.forced.size,
      'second stamps': books.ours.flatMap(({ surplus }) => surplus).length,
    },
  };
}

const tally = (counts: Map<string, number>, name: string, by = 1): void =>
  void counts.set(name, (counts.get(name) ?? 0) + by);

/** One trouble, from its beginning to its end, and a moment of calm. */
async function suffer(
  { service, doubles }: Installation,
  trouble: Trouble,
  { order, pac, random }: { order: readonly PacName[]; pac: PacName; random: Random },
): Promise<void> {
  const ms = random.between(1_000, 3_500);
  if (trouble.at !== 'timbra') {
    const at = trouble.at === 'all' ? order : [pac];
    const fault = trouble.order(random);
    for (const one of at) await doubles.fault(one, fault);
    await sleep(ms);
    for (const one of at) await doubles.fault(one, { clear: true });
  } else if (trouble.name === 'asleep') {
    service.sleep();
    await sleep(random.between(1_000, 8_000));
    service.wake();
  } else {
    await service.kill(trouble.name === 'kill -9' ? 'service' : 'service and database');
    await service.start();
  }
  await sleep(random.between(100, 600));
}

/** An operator who looks at the doubts, and now and then takes the risk. */
class Operator {
  /** Ids of documents that were forced to another PAC. */
  readonly forced = new Set<string>();

  constructor(
    private readonly installation: Installation,
    private readonly order: readonly PacName[],
    private readonly random: Random,
  ) {}

  async work(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      await sleep(1_500);
      for (const doubt of await doubtsOf(this.installation.client))
        if (doubt.uuid === null && doubt.forced_to === null && this.random.between(1, FORCES) === 1)
          await this.force(doubt);
    }
  }

  /** Refused where the doubt has ended since, or the other PAC is away. */
  private async force({ id, pac }: Doubt): Promise<void> {
    const others = this.order.filter((name) => name !== pac);
    const body = { pac: this.random.pick(others), accept_risk: true };
    const { status, body: answer } = await this.installation.client.send(
      `POST /stamping/doubts/${id}/force`,
      body,
    );
    if (status === 200) this.forced.add(id);
    else if (status !== 404 && status !== 409)
      throw new Error(`force: unexpected answer ${status}: ${JSON.stringify(answer)}`);
  }
}

/** Until nothing is pending, in doubt, or to be canceled; tells what is after REST_MS. */
async function rest(installation: Installation, order: readonly PacName[]): Promise<string[]> {
  const { client } = installation;
  const deadline = Date.now() + REST_MS;
  const refresh = (kind: Kind, id: string) => client.send(`PUT /${kind}s/${id}/status`);
  const unsettled = await settle(client);
  for (;;) {
    const retentions = await client.allByCursor<Retention>('/retentions');
    const pending = retentions.filter(
      ({ status, cancellation_status }) =>
        status === 'pending' || (status === 'valid' && cancellation_status !== 'none'),
    );
    for (const { id } of pending) await refresh('retention', id);
    const waiting = [
      ...pending.map(({ id }) => `the retention ${id} is not settled`),
      ...(await openDoubts(installation, order)).map(({ id }) => `${id} is in doubt`),
      ...(await openSurplus(installation, order)),
    ];
    if (waiting.length === 0 || Date.now() > deadline)
      return [...unsettled.map((id) => `the invoice ${id} is not settled`), ...waiting];
    await sleep(500);
  }
}

interface Retention {
  readonly id: string;
  readonly status: string;
  readonly cancellation_status: string;
}

/** Doubts that will end: a PAC that is watched and never stamped it stays listed for four days. */
async function openDoubts({ client }: Installation, order: readonly PacName[]): Promise<Doubt[]> {
  const doubts = await doubtsOf(client);
  for (const { id, type } of doubts) await client.send(`PUT /${type}s/${id}/status`);
  return doubts.filter(({ uuid, pac }) => uuid === null || !order.some((name) => name === pac));
}

/** Documents with two stamps, none of which is canceled yet. */
async function openSurplus({ client, doubles }: Installation, order: readonly PacName[]): Promise<string[]> {
  const ledgers = await Promise.all(order.map((pac) => doubles.ledger(pac)));
  const canceled = new Set(
    ledgers.flatMap(({ cancellations }) => cancellations.map(({ uuid }) => uuid.toUpperCase())),
  );
  const left = new Set((await doubtsOf(client)).filter(isForTheAuthority).map(({ uuid }) => uuid));
  const bySello = new Map<string, string[]>();
  for (const { sello, uuid } of ledgers.flatMap(({ stamps }) => stamps))
    bySello.set(sello, [...(bySello.get(sello) ?? []), uuid.toUpperCase()]);
  return [...bySello.values()]
    .filter((uuids) => uuids.length > 1 && !uuids.some((uuid) => canceled.has(uuid) || left.has(uuid)))
    .map((uuids) => `none of ${uuids.join(', ')} is canceled, which one document has`);
}

async function faultsMet({ doubles }: Installation, order: readonly PacName[]): Promise<Map<string, number>> {
  const met = new Map<string, number>();
  for (const pac of order)
    for (const { fault } of (await doubles.ledger(pac)).calls)
      if (fault !== undefined) tally(met, `${pac} ${fault}`);
  return met;
}
