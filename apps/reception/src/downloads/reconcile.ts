import { Injectable } from '@nestjs/common';
import { monotonicMs } from '#kernel';
import type { Command, DifferenceCounts, DownloadDifference, KnownDocument } from '#contracts';
import { instantOf, localDateTime } from '#sat';
import { Asking } from './asking.js';
import type { KnownDownload } from './download.js';
import { dayOf } from './parts.js';
import { DownloadRows } from './rows.js';

const SAT_ZONE = 'America/Mexico_City';
const PAGE = 1_000;
/** A comparison that takes longer goes on with the next delivery of its command, from where it got to. */
const TURN_MS = 45_000;

/** There is more to be compared: what has been is kept, and the command comes again. */
export class NotCompared extends Error {}

/** Compares the other way round: which documents of the period are here that the SAT's metadata lacks. */
@Injectable()
export class Reconciliation {
  constructor(
    private readonly asking: Asking,
    private readonly rows: DownloadRows,
  ) {}

  /**
   * A day that failed has no metadata, and nothing is said of its documents. What was stamped in the last hours may not be in metadata
   * yet; the difference then goes away with a later download.
   */
  async compare(command: Command, download: KnownDownload): Promise<DifferenceCounts> {
    const { key: id } = command;
    const { kind, from, to } = download.asked;
    const covered = coveredDays(download);
    const period = {
      from: instantOf(`${from}T00:00:00`, SAT_ZONE).toISOString(),
      until: instantOf(`${to}T23:59:59`, SAT_ZONE).toISOString(),
    };
    const began = monotonicMs();
    for (let after = await this.rows.place(id), first = true; first || after !== null; first = false) {
      const about = JSON.stringify(after);
      const { documents, next } = await this.asking.ask(command, 'gateway.known-documents', about, {
        ...{ kind, ...period, after, limit: PAGE },
      });
      const missing = await this.rows.missingAtSat(
        id,
        documents.map(({ uuid }) => uuid),
      );
      const differences = documents
        .filter(({ uuid, date }) => missing.has(uuid) && isCovered(date, covered))
        .map((one) => differenceOf(one, download));
      await this.rows.addDifferences(id, differences);
      after = next;
      if (after !== null) await this.rows.keepPlace(id, after);
      if (after !== null && monotonicMs() - began > TURN_MS) throw new NotCompared('more is to be compared');
    }
    return this.rows.countDifferences(id);
  }
}

/** The days of which the SAT's metadata is here, whole, and when the SAT was asked for it: it says nothing of what came later. */
function coveredDays({ parts }: KnownDownload): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (const { period, status, requestedAt } of parts.values()) {
    const day = dayOf(period.part);
    const asked = status === 'failed' ? -Infinity : Date.parse(requestedAt ?? '') || Infinity;
    days.set(day, Math.min(days.get(day) ?? Infinity, asked));
  }
  return days;
}

const HOUR_MS = 3_600_000;
/** Behind Mexico City, and ahead of it, are the clocks of other states: documents are dated by those. */
const OTHER_CLOCKS = [-2, 0, 1] as const;

/** The last minute before the SAT is asked is not asked for. */
const SPARE_MS = 60_000;

/** Whether all days are covered on which a document may be dated; otherwise nothing is said of it. */
const isCovered = (instant: string, days: ReadonlyMap<string, number>): boolean =>
  OTHER_CLOCKS.every((hours) => {
    const at = Date.parse(instant);
    const day = localDateTime(new Date(at + hours * HOUR_MS), SAT_ZONE).slice(0, 10);
    return at + SPARE_MS < (days.get(day) ?? -Infinity);
  });

function differenceOf(known: KnownDocument, { asked }: KnownDownload): DownloadDifference {
  const other = { tax_id: known.other_tax_id ?? '', name: known.other_name ?? '' };
  const own = { tax_id: asked.rfc, name: '' };
  const [issuer, receiver] = asked.kind === 'issued' ? [own, other] : [other, own];
  return {
    ...{ type: 'missing_at_sat', uuid: known.uuid },
    ...{ issuer_tax_id: issuer.tax_id, issuer_name: issuer.name },
    ...{ receiver_tax_id: receiver.tax_id, receiver_name: receiver.name },
    ...{ total: known.total, date: known.date, pac_tax_id: null, sat_status: null },
    ...{ status: known.status, invoice_id: known.id },
  };
}
