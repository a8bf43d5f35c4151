import { randomUUID } from 'node:crypto';
import { deterministicId, type Clock, type Tenant } from '#kernel';
import type { CommandBus } from '#bus';
import type { Command, SatStanding } from '#contracts';
import type { ListedIssuers } from './efos.js';
import { nextLook } from './schedule.js';
import { MOST_ABSENT, type Looked, type Watched } from './watched-table.js';

export interface LookParts {
  readonly bus: Pick<CommandBus, 'send'>;
  readonly clock: Clock;
  readonly listed: Pick<ListedIssuers, 'withList'>;
}

/** Longer than the answer takes (`cancellation.query-status`). */
const QUERY_MS = 25_000;
const RECORD_MS = 10_000;
/** Its watch begins before its import, which may still be under way at the first look. */
const ABSENT_AT_FIRST_MS = 10_000;
const NOTHING: SatStanding = { status: null, checked_at: null, efos: null };

/**
 * Looks at documents of one tenant: asks the tax authority, and has invoicing record what is news before it is taken for known. A
 * process that ends in between leaves a lease that ends; the next look finds the same, and invoicing has nothing new to record.
 */
export async function look(
  parts: LookParts,
  tenant: Tenant,
  watched: readonly Watched[],
): Promise<readonly Looked[]> {
  const said = await ask(parts, tenant, watched);
  return Promise.all(watched.map((one, index) => settle(parts, tenant, one, said[index] ?? NOTHING)));
}

async function ask(
  { bus, clock }: LookParts,
  tenant: Tenant,
  watched: readonly Watched[],
): Promise<readonly SatStanding[]> {
  const documents = watched.map(({ document }) => document);
  const command = { ...envelope(clock, tenant, randomUUID()), key: randomUUID() };
  const sent = { ...command, type: 'cancellation.query-status', data: { documents } } as const;
  const asked = await bus.send(sent, { timeoutMs: QUERY_MS }).catch(() => undefined);
  return asked?.ok ? asked.value.data.standings : [];
}

async function settle(
  parts: LookParts,
  tenant: Tenant,
  watched: Watched,
  answered: SatStanding,
): Promise<Looked> {
  const said = parts.listed.withList(tenant, watched.document.issuer_rfc, answered);
  const known = said.status === null ? { ...watched.known, efos: said.efos ?? watched.known.efos } : said;
  const recorded = isNews(watched.known, known) ? await record(parts, tenant, watched, known) : 'recorded';
  // Its import never came through: the process that had begun it is gone.
  if (recorded === 'absent' && watched.misses >= MOST_ABSENT) return { watched, known, next: null };
  const window = { now: parts.clock.now(tenant), end: watched.until_at };
  // What could not be recorded is not known: the next look brings it again, as if this one had learned nothing.
  const isKnown = recorded === 'recorded';
  const next = isKnown
    ? nextLook(watched, { said, known }, window)
    : nextLook(watched, { said: NOTHING, known: watched.known }, window);
  const isEarly = recorded === 'absent' && watched.misses === 0;
  return {
    watched,
    known: isKnown ? known : watched.known,
    next:
      next.kind === 'over'
        ? null
        : { ms: isEarly ? ABSENT_AT_FIRST_MS : next.ms, step: next.step, misses: next.misses },
  };
}

const isNews = (before: SatStanding, now: SatStanding): boolean =>
  now.status !== before.status || now.efos !== before.efos || now.cancellation !== before.cancellation;

/** `absent`: there is no such invoice, or not yet. */
async function record(
  { bus, clock }: LookParts,
  tenant: Tenant,
  { invoice_id: key, uuid }: Watched,
  sat: SatStanding,
): Promise<'recorded' | 'absent' | 'failed'> {
  const id = deterministicId('sat-status', uuid, JSON.stringify(sat));
  const command = {
    ...envelope(clock, tenant, id),
    key,
    type: 'invoicing.record-sat-status',
    data: { sat },
  } as const;
  const recorded = await bus.send(command, { timeoutMs: RECORD_MS }).catch(() => undefined);
  if (recorded?.ok) return 'recorded';
  return recorded?.refusal.code === 'invoice_not_found' ? 'absent' : 'failed';
}

const envelope = (
  clock: Clock,
  tenant: Tenant,
  id: string,
): Pick<Command, 'id' | 'tenant' | 'actor' | 'correlationId' | 'time'> => ({
  ...{ id, tenant, actor: 'process:reception.watch', correlationId: id },
  time: clock.now(tenant).toISOString(),
});
