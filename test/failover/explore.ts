import type { Holder, Stamping } from '#apps/stamping/src/stamping/stamping';
import { isOnTheWire, movesOf } from './moves.js';
import {
  ACCOUNTS,
  apply,
  dateOf,
  nameOf,
  stampOf,
  type Account,
  type Left,
  type Rules,
  type Setting,
  type World,
} from './world.js';

export interface Bounds extends Left {
  readonly ticks: number;
  /** How many things may happen one after the other. */
  readonly depth: number;
}

export interface Explored {
  readonly states: number;
  /** How often each end came, to see that they can. */
  readonly ends: Readonly<Record<string, number>>;
  /** What is wrong in a world that was reached, with the way there. */
  readonly broken?: { readonly what: string; readonly way: readonly World[] };
}

/** Everything that can happen within the bounds, each world once; ends at the first that breaks an invariant. */
export function explore(rules: Rules, setting: Setting, bounds: Bounds): Explored {
  const first = beginning(rules, bounds);
  const from = new Map<string, World | undefined>([[keyOf(first), undefined]]);
  const ends: Record<string, number> = {};
  let level: World[] = [first];
  for (let depth = 0; level.length > 0; depth += 1) {
    const following: World[] = [];
    for (const world of level) {
      const what = brokenIn(world);
      if (what !== undefined) return { states: from.size, ends, broken: { what, way: wayTo(world, from) } };
      const end = endOf(world);
      ends[end] = (ends[end] ?? 0) + 1;
      if (depth === bounds.depth) continue;
      for (const next of movesOf(rules, world, setting, bounds.ticks)) {
        const key = keyOf(next);
        if (from.has(key)) continue;
        from.set(key, world);
        following.push(next);
      }
    }
    level = following;
  }
  return { states: from.size, ends };
}

/** A document that was just sealed for the first provider, by a process that is about to send it. */
function beginning(rules: Rules, { ticks: _, depth: __, ...left }: Bounds): World {
  const empty: World = {
    ...{ now: 0, stamping: { status: 'new' }, ledger: {}, onItsWay: [], forced: false, account: 'a0' },
    workers: [{ at: 'send', to: 'a', account: 'a0', attempt: 1, begun: 0 }],
    left,
  };
  const seal = {
    type: 'seal',
    now: dateOf(0),
    xmlKey: 'x',
    sello: 's',
    noCertificado: '1',
    pac: 'a',
    account: 'a0',
  } as const;
  const sealed = apply(rules, empty, seal);
  if (!sealed) throw new Error('it was not sealed');
  return sealed.world;
}

/** The same whoever of two processes comes first. */
const keyOf = ({ workers, onItsWay, ...rest }: World): string =>
  JSON.stringify([
    rest,
    workers.map((worker) => JSON.stringify(worker)).toSorted(),
    onItsWay.map((request) => JSON.stringify(request)).toSorted(),
  ]);

function wayTo(world: World, from: ReadonlyMap<string, World | undefined>): readonly World[] {
  const way: World[] = [];
  for (let at: World | undefined = world; at; at = from.get(keyOf(at))) way.unshift(at);
  return way;
}

/** Accounts that may still come to have a document: by a request that is on its way, or about to be sent. */
const mayStamp = ({ onItsWay, workers, ledger, now }: World, account: Account): boolean =>
  ledger[account] !== undefined ||
  onItsWay.some(({ to }) => to === account) ||
  workers.some((one) => one.at === 'await' && one.account === account && isOnTheWire(one.sent, now));

/** What must never be, in whichever order things happen. */
function brokenIn(world: World): string | undefined {
  const { stamping, ledger, forced } = world;
  if (!forced && Object.keys(ledger).length > 1) return 'two stamps, and nobody forced it';
  if (stamping.status === 'abandoned' && ACCOUNTS.some((account) => mayStamp(world, account)))
    return 'given up while it may be stamped';
  for (const account of ACCOUNTS)
    if (ledger[account] !== undefined && !isKnown(stamping, account))
      return `the stamp of ${account} is lost`;
  return undefined;
}

/** Whether an account's stamp is the document's, a surplus one, or asked for. */
function isKnown(stamping: Stamping, account: Account): boolean {
  const name = nameOf(account);
  if (stamping.status === 'new') return false;
  if (stamping.status === 'sealed')
    return stamping.holders.some((held: Holder) => held.pac === name && held.account === account);
  const { uuid } = stampOf(account);
  if (stamping.surplus.some((one) => one.uuid === uuid)) return true;
  return stamping.status === 'stamped' && (stamping.uuid === uuid || stamping.watched.includes(name));
}

const endOf = ({ stamping }: World): string =>
  stamping.status === 'stamped' && stamping.surplus.length > 0 ? 'stamped, and a surplus' : stamping.status;
