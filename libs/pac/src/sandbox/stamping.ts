import type { Pool } from 'pg';
import type { Clock } from '#kernel';
import type {
  DocumentKind,
  FindOutcome,
  FindRequest,
  RefusalSource,
  StampOutcome,
  StampRequest,
  Timbre,
} from '../port.js';
import { readTimbre } from '../timbre.js';
import type { PacIdentity } from './authority.js';
import type { Examine } from './examine.js';
import type { Examined } from './examined.js';
import { attemptKey, countAttempt, findStamp, type Ledger } from './ledger.js';
import { makeTimbre } from './timbre.js';
import type { Faults, StampFault } from './triggers.js';

export interface SandboxTimeouts {
  /** How long the client side waits for an answer before it gives up (default 10 s). */
  readonly clientMs: number;
  /** How long a time-out that a trigger asks for takes (default 1 s, never longer than clientMs). */
  readonly simulatedMs: number;
  /** How long a slow answer takes (default 3 s). */
  readonly slowMs: number;
}

export interface Stamper {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly delay: (ms: number) => Promise<void>;
  readonly timeouts: SandboxTimeouts;
  readonly faults: Faults;
  readonly identity: PacIdentity;
  /** Who reads and checks documents. */
  readonly examine: Examine;
}

const unknown = (reason: string): StampOutcome => ({ kind: 'unknown', reason });

type RefusedOnDemand = Extract<StampFault, 'refused-by-sat' | 'refused-by-pac'>;

const refuse = (code: string, text: string, source: RefusalSource): StampOutcome => ({
  kind: 'refused',
  code,
  message: `${text} (negativa pedida al sandbox).`,
  source,
});

const byPac = refuse(
  '402',
  'El RFC del emisor no está en la lista de contribuyentes con obligaciones',
  'pac',
);
const NAME = 'El Nombre del receptor no es el registrado para su RFC';
const refusals: Readonly<Record<DocumentKind, Readonly<Record<RefusedOnDemand, StampOutcome>>>> = {
  comprobante: { 'refused-by-sat': refuse('CFDI40145', NAME, 'sat'), 'refused-by-pac': byPac },
  retencion: { 'refused-by-sat': refuse('Reten20116', NAME, 'sat'), 'refused-by-pac': byPac },
};

/** The stamp as the caller's side reads it from an answer; what it cannot read or does not fit is no answer. */
function answerStamped(timbreXml: string, sello: string, duplicate: boolean): StampOutcome {
  const timbre: Timbre | undefined = readTimbre(timbreXml);
  if (!timbre) return unknown('unreadable_answer');
  if (timbre.selloCfd !== sello) return unknown('stamp_of_another_document');
  return { kind: 'stamped', timbre, duplicate };
}

/** The fault for this attempt: one that a test switched on, or the document's trigger while it lasts. */
async function faultOf(
  s: Stamper,
  { triggers }: Examined,
  request: StampRequest,
): Promise<StampFault | undefined> {
  const switched = s.faults.take('stamp');
  if (switched) return switched;
  const trigger = triggers.stamp;
  if (!trigger || trigger.attempts === Infinity) return trigger?.fault;
  const attempt = await countAttempt(s.pool, 'stamp', attemptKey(request.account, request.xml));
  return attempt <= trigger.attempts ? trigger.fault : undefined;
}

/** Stamps as a real PAC does: checks, makes the stamp, writes it into the ledger, and only then answers. */
export async function stampDocument(s: Stamper, request: StampRequest): Promise<StampOutcome> {
  if (request.account.livemode)
    return { kind: 'refused', code: '501', message: 'El sandbox no timbra en Live.', source: 'pac' };
  const now = s.clock.now(request.account);
  const examined = await s.examine(request, now, request.account.organizationId);
  const fault = await faultOf(s, examined, request);
  if (fault === 'outage') return { kind: 'unavailable', reason: 'sandbox_outage' };
  if (fault === 'timeout-before') return loseAnswer(s);
  if (fault === 'refused-by-sat' || fault === 'refused-by-pac') return refusals[request.kind][fault];

  const { sello, triggers, verdict } = examined;
  if ('negativa' in verdict) {
    // What was stamped stays stamped, whatever a later look at the same bytes finds (their age, above all).
    const earlier = await findStamp(s.pool, request.account, sello, request.xml);
    if (earlier !== undefined) return answerStamped(earlier, sello, true);
    const { codigo, texto, origen } = verdict.negativa;
    return { kind: 'refused', code: codigo, message: texto, source: origen };
  }
  const { uuid, xml } = await makeTimbre(sello, s.identity, now);
  const { timbreXml, duplicate } = await s.ledger.record({
    uuid,
    kind: request.kind,
    account: request.account,
    requestId: request.requestId,
    ...verdict.facts,
    sello,
    xml: request.xml,
    stampedAt: now,
    timbreXml: xml,
    ...(triggers.cancel && { cancelTrigger: triggers.cancel }),
  });
  return answerWith(s, fault, answerStamped(timbreXml, sello, duplicate), timbreXml);
}

/** The answer to a document that is stamped, as far as a fault lets it through. */
async function answerWith(
  s: Stamper,
  fault: Exclude<StampFault, 'outage' | 'timeout-before' | 'refused-by-sat' | 'refused-by-pac'> | undefined,
  outcome: StampOutcome,
  timbreXml: string,
): Promise<StampOutcome> {
  switch (fault) {
    case 'timeout-after':
      return loseAnswer(s);
    case 'slow':
      if (s.timeouts.slowMs >= s.timeouts.clientMs) {
        await s.delay(s.timeouts.clientMs);
        return unknown('timeout');
      }
      await s.delay(s.timeouts.slowMs);
      return outcome;
    case 'duplicate':
      return outcome.kind === 'stamped' ? { ...outcome, duplicate: true } : outcome;
    case 'damaged':
      return answerStamped(timbreXml.slice(0, timbreXml.length / 2), '', false);
    case undefined:
      return outcome;
  }
}

async function loseAnswer(s: Stamper): Promise<StampOutcome> {
  await s.delay(Math.min(s.timeouts.simulatedMs, s.timeouts.clientMs));
  return unknown('timeout');
}

/** Whether the ledger has a stamp of exactly these bytes for this account. */
export async function findInLedger(s: Stamper, request: FindRequest): Promise<FindOutcome> {
  if (s.faults.take('find')) return { kind: 'unavailable', reason: 'sandbox_outage' };
  const { sello } = await s.examine(request, s.clock.now(request.account), request.account.organizationId);
  const timbreXml = await findStamp(s.pool, request.account, sello, request.xml);
  const timbre = timbreXml === undefined ? undefined : readTimbre(timbreXml);
  return timbre ? { kind: 'found', timbre } : { kind: 'not_found' };
}
