import { ignoreUnknown } from '#kernel';
import {
  parseStampingKey,
  SANDBOX_PAC,
  STAMPING_STREAM,
  type DoubtDoc,
  type DoubtRow,
  type StampingEvent,
} from '#contracts';
import type { Told } from './told.js';

type Event = Told<StampingEvent>;

/** How long after it was sent a document without any answer counts as in doubt: the usual time-out, and as long again. */
const GRACE_MS = 120_000;
/** How long after its seal a surplus stamp is looked for: 72 hours in which it may come about, 72 until the SAT shows it, and a day. */
const WATCHED_MS = 168 * 3_600_000;

/** A provider refused it while another one perhaps has it: a reason of stampings. */
const REFUSED = 'refused';

const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

/**
 * A stamping as far as it is in doubt, after an event; undefined once it has ended. Those that the sandbox has come with
 * their first uncertain outcome alone: each of its documents would cost a write.
 */
export function doubtRow(row: DoubtRow | undefined, event: Event): DoubtRow | undefined {
  const next = evolve(row, event);
  return next && { ...next, revision: event.revision };
}

/**
 * What the sandbox has stamped at once, and its seal: nearly all there is in Test. Had it been in doubt between, it would not be the
 * second event of its stream.
 */
export function passesDoubts(event: Event): boolean {
  const { type, data, revision } = event;
  if (type === 'ComprobanteSealed') return isSandbox(event, data.pac ?? SANDBOX_PAC);
  return type === 'ComprobanteStamped' && revision === 1 && isSandbox(event, data.pac);
}

function evolve(row: DoubtRow | undefined, event: Event): DoubtRow | undefined {
  switch (event.type) {
    case 'ComprobanteSealed': {
      const { pac = SANDBOX_PAC, at } = event.data;
      return isSandbox(event, pac) ? undefined : sent(newRow(event, pac, at), pac, 1, at);
    }
    case 'StampSent': {
      const { pac, attempt, at, after } = event.data;
      // Who had it until now certainly did not take it: it is in doubt at the next one alone.
      const freed = row && after?.pac === row.doc.pac ? cleared(row, {}) : row;
      return freed && sent(freed, pac, attempt, at);
    }
    case 'StampUncertain':
      return uncertain(row, event);
    case 'StampForced': {
      const { from, to, at, search: surplus_search = null } = event.data;
      const known = row ?? newRow(event, from, at);
      const since = known.since ?? at;
      return withDoc(
        { ...known, since, listed_at: since },
        {
          ...{ pac: from, forced_to: to, next_look_at: null, surplus_search },
        },
      );
    }
    case 'StampRuledOut':
      return row && ruledOut(row, event.data.pac);
    case 'ComprobanteStamped': {
      const { stamp, watched: [other] = [], search } = event.data;
      if (!row || other === undefined) return undefined;
      const seen = watched(row, other, stamp.uuid);
      return search === undefined ? seen : withDoc(seen, { surplus_search: search });
    }
    case 'StampRefused':
    case 'StampAbandoned':
    case 'SurplusStampFound':
    case 'SurplusStampSettled':
      return undefined;
    default:
      return ignoreUnknown(event, row);
  }
}

const isSandbox = ({ metadata }: Event, pac: string): boolean => !metadata.livemode && pac === SANDBOX_PAC;

function newRow({ streamId, revision, metadata }: Event, pac: string, at: string): DoubtRow {
  const key = streamId.slice(STAMPING_STREAM.length);
  const { kind, id } = parseStampingKey(key);
  const { organizationId, livemode } = metadata;
  const doc: DoubtDoc = {
    ...{ id, type: kind, organization: organizationId, livemode, pac, since: at, attempts: 1 },
    ...{ next_look_at: null, forced_to: null, uuid: null, reason: null, surplus_search: null },
  };
  return {
    ...{ id: key, revision, organization_id: organizationId, livemode, document_id: id },
    ...{ sealed_at: at, since: null, listed_at: null, watched_until: null, doc },
  };
}

/** What the document and its columns say of the same is kept the same. */
const withDoc = (row: DoubtRow, changes: Partial<DoubtDoc>): DoubtRow => ({
  ...row,
  doc: { ...row.doc, ...changes, since: row.since === null ? row.doc.since : isoOf(row.since) },
});
const isoOf = (at: Date | string): string => (typeof at === 'string' ? at : at.toISOString());

/** Perhaps it arrives. One that is in doubt already is sent to the same provider again, or was forced. */
function sent(row: DoubtRow, pac: string, attempts: number, at: string): DoubtRow {
  if (row.since !== null) return withDoc(row, { attempts });
  const fresh = { pac, attempts, next_look_at: null, reason: null };
  return withDoc({ ...row, since: at, listed_at: later(at, GRACE_MS) }, fresh);
}

function uncertain(
  row: DoubtRow | undefined,
  event: Extract<Event, { type: 'StampUncertain' }>,
): DoubtRow | undefined {
  const { certain, reason, retry_at, at, pac = SANDBOX_PAC, attempt, tries, doubt } = event.data;
  const said = { reason, next_look_at: retry_at, ...(attempt !== undefined && { attempts: attempt }) };
  if (certain) {
    if (!row || doubt === undefined) return row && cleared(row, said);
    // A refusal of the provider that it was forced to ends that; another one may be forced then.
    const isOver = reason === REFUSED && pac === row.doc.forced_to;
    return withDoc(row, { ...said, pac: doubt, ...(isOver && { forced_to: null }) });
  }
  // Of others there is a row from the seal on: without one it has ended.
  if (!row && !isSandbox(event, pac)) return undefined;
  const known = row ?? withDoc(newRow(event, pac, at), { attempts: attempt ?? tries });
  const since = known.since ?? at;
  const holder = known.doc.forced_to === null ? { pac: event.data.pac ?? known.doc.pac } : {};
  return withDoc({ ...known, since, listed_at: since }, { ...said, ...holder });
}

/** Nobody has it. */
const cleared = (row: DoubtRow, changes: Partial<DoubtDoc>): DoubtRow =>
  withDoc({ ...row, since: null, listed_at: null }, { ...changes, forced_to: null });

/** A provider surely has not stamped it: nobody has then, or the other one of a forced document. */
function ruledOut(row: DoubtRow, pac: string): DoubtRow {
  const { pac: first, forced_to } = row.doc;
  if (forced_to === null) return cleared(row, { next_look_at: null });
  return withDoc(row, { pac: pac === first ? forced_to : first, forced_to: null });
}

/** It has its stamp. Another provider, which perhaps has stamped it too, is asked for that. */
const watched = (row: DoubtRow, pac: string, uuid: string): DoubtRow => {
  const watched_until = later(isoOf(row.sealed_at), WATCHED_MS);
  return withDoc({ ...row, watched_until }, { pac, uuid, next_look_at: null, reason: null });
};
