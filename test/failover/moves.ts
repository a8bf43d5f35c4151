import type { StampAnswer } from '#apps/stamping/src/stamping/decide';
import { nextSteps, untried } from '#apps/stamping/src/stamping/next';
import {
  ACCOUNTS,
  NAMES,
  SETTLE_TICKS,
  SHOWN_TICKS,
  apply,
  dateOf,
  nameOf,
  stampOf,
  type Account,
  type Heard,
  type Name,
  type Rules,
  type Setting,
  type Worker,
  type World,
} from './world.js';

/** All that may happen next in a world, each as the world after it. */
export function movesOf(rules: Rules, world: World, setting: Setting, lastTick: number): World[] {
  const next: World[] = [];
  if (world.now < lastTick) next.push(tick(world));
  const { commands, forces, deaths, changes, proofs } = world.left;
  if (changes > 0)
    next.push({
      ...world,
      account: world.account === 'a0' ? 'a1' : 'a0',
      left: { ...world.left, changes: changes - 1 },
    });
  if (proofs > 0 && world.workers.length < 2)
    next.push({
      ...world,
      workers: [...world.workers, { at: 'prove' }],
      left: { ...world.left, proofs: proofs - 1 },
    });
  if (commands > 0 && world.workers.length < 2)
    for (const worker of beginnings(world, setting))
      next.push({
        ...world,
        workers: [...world.workers, worker],
        left: { ...world.left, commands: commands - 1 },
      });
  if (forces > 0) {
    const forced = apply(rules, world, { type: 'force', now: dateOf(world.now), to: 'b', by: 'op' });
    if (forced && forced.events.length > 0)
      next.push({ ...forced.world, forced: true, left: { ...world.left, forces: forces - 1 } });
  }
  world.workers.forEach((worker, index) => {
    const others = world.workers.filter((_, place) => place !== index);
    const rest: World = { ...world, workers: others };
    if (deaths > 0) next.push({ ...forgotten(rest, worker), left: { ...world.left, deaths: deaths - 1 } });
    next.push(...work(rules, rest, worker, setting));
  });
  world.onItsWay.forEach((request, index) => {
    const rest = { ...world, onItsWay: world.onItsWay.filter((_, place) => place !== index) };
    next.push(arrive(rest, request.to, setting));
  });
  return next;
}

/** Time passes; what was on its way for too long never arrives. */
export const tick = (world: World): World => ({
  ...world,
  now: world.now + 1,
  onItsWay: world.onItsWay.filter(({ sent }) => isOnTheWire(sent, world.now + 1)),
});

/** Whether it may arrive yet. */
export const isOnTheWire = (sent: number, now: number): boolean => now - sent < SETTLE_TICKS / 2;

/** What a command that comes now may begin with. */
export function beginnings(world: World, { find }: Setting): Worker[] {
  const { stamping } = world;
  if (stamping.status === 'stamped')
    return stamping.watched.map((name): Worker => {
      const whom = name as Name;
      // Sending would make the stamp that is looked for.
      return find[whom] === 'query'
        ? { at: 'watch', whom, account: accountAt(world, whom) }
        : { at: 'prove' };
    });
  if (stamping.status !== 'sealed') return [];
  return nextSteps(stamping, NAMES).flatMap((step): Worker[] => {
    if (step.do === 'wait') return [];
    const to = (step.do === 'send' ? step.to : step.holder.pac) as Name;
    const account = accountAt(world, to);
    if (step.do === 'ask' && find[to] === 'query')
      return [{ at: 'ask', whom: to, account, open: step.holder.open }];
    return [{ at: 'write', to, account, attempt: stamping.attempts + 1 }];
  });
}

const accountAt = ({ account }: World, name: Name): Account => (name === 'a' ? account : 'b0');

/** A process has died: what it had sent is on its way. */
const forgotten = (world: World, worker: Worker): World =>
  worker.at === 'await' && isOnTheWire(worker.sent, world.now)
    ? { ...world, onItsWay: [...world.onItsWay, { to: worker.account, sent: worker.sent }] }
    : world;

const arrive = (world: World, at: Account, { refuses }: Setting): World =>
  refuses.includes(nameOf(at)) || world.ledger[at] !== undefined
    ? world
    : { ...world, ledger: { ...world.ledger, [at]: world.now } };

const goOn = (world: World, ...workers: Worker[]): World => ({
  ...world,
  workers: [...world.workers, ...workers],
});
const told = (answer: Heard, asked?: number): Worker => ({
  at: 'record',
  answer,
  ...(asked !== undefined && { asked }),
});

/** What may come of the next thing that a process does. */
function work(rules: Rules, world: World, worker: Worker, setting: Setting): World[] {
  const now = dateOf(world.now);
  switch (worker.at) {
    case 'write': {
      const { to, account, attempt } = worker;
      const begun = world.now;
      const written = apply(rules, world, { type: 'send', now, to, account, attempt });
      if (!written) return [];
      const isMine = written.events.some(({ type }) => type === 'StampSent');
      return [isMine ? goOn(written.world, { at: 'send', to, account, attempt, begun }) : written.world];
    }
    case 'send': {
      const { to, account, attempt, begun } = worker;
      // As the shipped one does: who has slept for too long leaves it.
      if (world.now - begun > SETTLE_TICKS / 2)
        return [goOn(world, { at: 'pass on', after: { pac: to, attempt, reason: 'process_slept' } })];
      return [goOn(world, { at: 'await', from: to, account, attempt, sent: world.now })];
    }
    case 'await':
      return answersOf(world, worker, setting);
    case 'pass on':
      return [passOn(rules, world, worker.after)];
    case 'ask': {
      const { whom, account, open } = worker;
      const stampedAt = world.ledger[account];
      const missing = goOn(world, told({ kind: 'missing', by: account, open }, world.now));
      const silent = goOn(world, told({ kind: 'no answer', pac: whom }));
      if (stampedAt === undefined) return [missing, silent];
      return [goOn(world, told({ kind: 'stamped', by: account })), silent];
    }
    case 'watch': {
      const { account } = worker;
      const has = world.ledger[account] !== undefined;
      // Whatever is lost is asked for again by the next command.
      return has ? [goOn(world, told({ kind: 'stamped', by: account })), world] : [world];
    }
    case 'prove':
      return proofsOf(world).map((answer) => goOn(world, told(answer)));
    case 'record': {
      const { answer, asked = world.now } = worker;
      const command = { type: 'record', now: dateOf(asked), answer: shipped(answer) } as const;
      const recorded = apply(rules, world, command);
      return recorded ? [recorded.world] : [];
    }
  }
}

/** How a provider may take a request, and what of it is heard. */
function answersOf(world: World, worker: Extract<Worker, { at: 'await' }>, setting: Setting): World[] {
  const { from: pac, account, attempt, sent } = worker;
  const unknown = told({ kind: 'unknown', pac, attempt });
  // Time-out: it never arrives.
  const lost = goOn(world, unknown);
  if (!isOnTheWire(sent, world.now)) return [lost];
  const taken = arrive(world, account, setting);
  const heard = setting.refuses.includes(pac)
    ? told({ kind: 'refused', pac, attempt })
    : told({ kind: 'stamped', by: account });
  return [
    lost,
    goOn(taken, heard),
    goOn(taken, unknown),
    // Time-out, and it arrives later.
    { ...lost, onItsWay: [...lost.onItsWay, { to: account, sent }] },
    goOn(world, { at: 'pass on', after: { pac, attempt, reason: 'not_reached' } }),
  ];
}

/** What the tax authority may say: what was stamped long enough ago it shows for sure, what is newer perhaps. */
function proofsOf({ stamping, ledger, now }: World): readonly Heard[] {
  const until = now - SHOWN_TICKS;
  const known = stamping.status === 'stamped' ? stamping.uuid : undefined;
  const others = ACCOUNTS.filter((by) => ledger[by] !== undefined && stampOf(by).uuid !== known);
  const found = others.map((by): Heard => ({ kind: 'stamped', by }));
  return others.some((by) => (ledger[by] ?? now) <= until) ? found : [...found, { kind: 'absent', until }];
}

function passOn(rules: Rules, world: World, after: Extract<Worker, { at: 'pass on' }>['after']): World {
  const now = dateOf(world.now);
  const { pac, attempt, reason } = after;
  const { stamping } = world;
  const uncertain = { kind: 'uncertain', certain: true, pac, attempt, reason } as const;
  if (stamping.status === 'sealed') {
    const seen = { ...stamping, tried: [...stamping.tried, { pac, declined: false }] };
    const to = untried(seen, NAMES) as Name | undefined;
    if (to !== undefined) {
      const account = accountAt(world, to);
      const written = apply(rules, world, { type: 'send', now, to, account, attempt: attempt + 1, after });
      if (!written) return world;
      const isMine = written.events.some(({ type }) => type === 'StampSent');
      return isMine
        ? goOn(written.world, { at: 'send', to, account, attempt: attempt + 1, begun: world.now })
        : written.world;
    }
  }
  return apply(rules, world, { type: 'record', now, answer: uncertain })?.world ?? world;
}

function shipped(heard: Heard): StampAnswer {
  switch (heard.kind) {
    case 'stamped':
      return { kind: 'stamped', pac: nameOf(heard.by), stamp: stampOf(heard.by), duplicate: false };
    case 'refused': {
      const { pac, attempt } = heard;
      return { kind: 'refused', pac, attempt, code: 'invoice_stamping_validation_error', details: [] };
    }
    case 'unknown': {
      const { pac, attempt } = heard;
      return { kind: 'uncertain', certain: false, pac, attempt, reason: 'timeout', settles: true };
    }
    case 'no answer':
      return { kind: 'uncertain', certain: false, pac: heard.pac, reason: 'outage', settles: true };
    case 'missing': {
      const { by, open } = heard;
      return {
        ...{ kind: 'missing', pac: nameOf(by), account: by, settles: true },
        ...(open !== null && { attempt: open }),
      };
    }
    case 'absent':
      return { kind: 'absent', until: dateOf(heard.until) };
  }
}
