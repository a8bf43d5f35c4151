import { ignoreUnknown } from '#kernel';
import {
  parseCancellationKey,
  parseStampingKey,
  parseSurplusKey,
  type CancellationAnswer,
  type CancellationEvent,
  type FiscalId,
  type FiscalKind,
  type StampingEvent,
} from '#contracts';
import { ignore, send, type Effect } from '#eventing';

/** What stampings and cancellations tell of a document of ours, as commands to what it is. */

/** By what is stamped and cancelled: the commands that record it. */
const RECORD = {
  invoice: {
    stamp: 'invoicing.record-stamp',
    refusal: 'invoicing.record-refusal',
    delay: 'invoicing.record-delay',
    surplus: 'invoicing.record-surplus-stamp',
    failure: 'invoicing.record-failure',
    cancellation: 'invoicing.record-cancellation',
  },
  retention: {
    stamp: 'invoicing.record-retention-stamp',
    refusal: 'invoicing.record-retention-refusal',
    delay: 'invoicing.record-retention-delay',
    surplus: 'invoicing.record-retention-surplus-stamp',
    failure: 'invoicing.record-retention-failure',
    cancellation: 'invoicing.record-retention-cancellation',
  },
} as const satisfies Record<FiscalKind, unknown>;

export function onStamping(key: string, event: StampingEvent): Effect {
  const { kind, id, number } = parseStampingKey(key);
  const record = RECORD[kind];
  switch (event.type) {
    case 'ComprobanteStamped': {
      const { stamp, pac, attempt } = event.data;
      return send(record.stamp, id, {
        number,
        stamp,
        pac,
        ...(attempt !== undefined && { attempts: attempt }),
      });
    }
    case 'StampRefused': {
      const { code, details } = event.data;
      return send(record.refusal, id, { number, code, details });
    }
    case 'StampUncertain': {
      const { reason, pac, attempt } = event.data;
      const sent = { ...(pac !== undefined && { pac }), ...(attempt !== undefined && { attempts: attempt }) };
      return send(record.delay, id, { number, reason, ...sent });
    }
    case 'StampAbandoned':
      return send(record.failure, id, { number, reason: event.data.reason });
    case 'ComprobanteSealed':
    case 'StampSent':
    case 'StampRuledOut':
    case 'StampForced':
      return ignore('the stamp is on its way');
    case 'SurplusStampFound': {
      const { uuid, pac } = event.data;
      return send(record.surplus, id, { uuid, pac, status: 'found' });
    }
    case 'SurplusStampSettled': {
      const { uuid, pac, outcome: status } = event.data;
      return send(record.surplus, id, { uuid, pac, status });
    }
    default:
      return ignoreUnknown(event, ignore('not known yet'));
  }
}

export function onCancellation(key: string, event: CancellationEvent): Effect {
  if (parseSurplusKey(key)) return ignore('of a surplus stamp: told to stamping');
  const document = parseCancellationKey(key);
  switch (event.type) {
    case 'CancellationAnswered': {
      const { number, status, receipt_key, at } = event.data;
      return answer(document, { number, status, receipt_key, at, code: null, details: [] });
    }
    case 'CancellationRejected': {
      const { number, code, details, at } = event.data;
      return answer(document, { number, status: 'refused', receipt_key: null, at, code, details });
    }
    case 'CancellationDelayed': {
      // Requested, with an uncertain state: the API calls this verifying.
      const { number, at } = event.data;
      const nothing = { receipt_key: null, code: null, details: [] };
      return answer(document, { number, status: 'verifying', at, ...nothing });
    }
    case 'CancellationStarted':
      return ignore('no answer yet');
    default:
      return ignoreUnknown(event, ignore('not known yet'));
  }
}

const answer = ({ kind, id }: FiscalId, data: CancellationAnswer): Effect =>
  send(RECORD[kind].cancellation, id, data);
