import { ignoreUnknown, type StreamEvent } from '#kernel';
import { INVOICE_STREAM, type InvoiceEvent } from '../invoicing.js';
import { RETENTION_STREAM, type RetentionEvent } from '../retentions.js';
import type { Before } from './lines.js';

/** Of the streams whose callers wait for an outcome. */
export type AwaitedEvent = InvoiceEvent | RetentionEvent;

/**
 * What a caller of an invoice's or a retention's stream waits for: its stamp, or its cancellation. It waits for one at a time, so
 * the last one that was asked for is all that matters, and it opens with an event of its own.
 */
export interface Asked {
  /** The API has answered with the outcome open. */
  readonly answered: boolean;
  /** When it was asked for, by `recordedAt`. */
  readonly sinceMs: number;
  readonly global: boolean;
}

/** What an event does to what is asked for. */
export type AskedStep = 'opens' | 'keeps' | 'closes' | 'nothing';

/** Whether an event begins, prolongs or ends the wait for a stamp or a cancellation: events of other streams do nothing. */
export function askedStep(event: Pick<StreamEvent, 'streamId' | 'type' | 'data'>): AskedStep {
  if (event.streamId.startsWith(INVOICE_STREAM)) return stepOfInvoice(event);
  return event.streamId.startsWith(RETENTION_STREAM) ? stepOfRetention(event) : 'nothing';
}

function stepOfInvoice(event: Pick<StreamEvent, 'type' | 'data'>): AskedStep {
  const { type } = event as Pick<InvoiceEvent, 'type'>;
  switch (type) {
    case 'InvoiceIssued':
    case 'CancellationRequested':
      return 'opens';
    case 'StampingDelayed':
      return 'keeps';
    case 'InvoiceStamped':
    case 'InvoiceRefused':
    case 'StampingFailed':
    case 'CancellationRefused':
    case 'InvoiceCanceled':
      return 'closes';
    case 'CancellationUpdated':
      return updateStep((event as Extract<InvoiceEvent, { type: 'CancellationUpdated' }>).data);
    case 'InvoiceDrafted':
    case 'DraftEdited':
    case 'DraftDeleted':
    case 'InvoiceForgone':
    case 'ClaimsForgone':
    case 'PaymentReceived':
    case 'PaymentReverted':
    case 'PaymentDisregarded':
    case 'PaymentMatched':
    case 'CustomerRecognized':
    case 'ReceiptsHeld':
    case 'InvoiceSurplusStampFound':
    case 'InvoiceSurplusStampSettled':
    case 'StatusChecked':
    case 'InvoiceImported':
    case 'SatStatusRecorded':
      return 'nothing';
    default:
      return ignoreUnknown(type, 'nothing');
  }
}

function stepOfRetention(event: Pick<StreamEvent, 'type' | 'data'>): AskedStep {
  const { type } = event as Pick<RetentionEvent, 'type'>;
  switch (type) {
    case 'RetentionIssued':
    case 'RetentionCancellationRequested':
      return 'opens';
    case 'RetentionStampingDelayed':
      return 'keeps';
    case 'RetentionStamped':
    case 'RetentionRefused':
    case 'RetentionStampingFailed':
    case 'RetentionCancellationRefused':
    case 'RetentionCanceled':
      return 'closes';
    case 'RetentionCancellationUpdated':
      return updateStep((event as Extract<RetentionEvent, { type: 'RetentionCancellationUpdated' }>).data);
    case 'RetentionDrafted':
    case 'RetentionDraftEdited':
    case 'RetentionDraftDeleted':
    case 'RetentionForgone':
    case 'RetentionClaimsForgone':
    case 'RetentionSurplusStampFound':
    case 'RetentionSurplusStampSettled':
    case 'RetentionStatusChecked':
      return 'nothing';
    default:
      return ignoreUnknown(type, 'nothing');
  }
}

const updateStep = ({ status }: { readonly status: string }): AskedStep =>
  status === 'pending' || status === 'verifying' ? 'keeps' : 'closes';

/** What is asked for after an event of an invoice or a retention; undefined: nothing. */
export function withAsked(asked: Asked | undefined, event: StreamEvent<AwaitedEvent>): Asked | undefined {
  switch (askedStep(event)) {
    case 'opens':
      return opened(event);
    case 'keeps':
      return asked && { ...asked, answered: true };
    case 'closes':
      return undefined;
    case 'nothing':
      return asked;
  }
}

const opened = (event: StreamEvent<AwaitedEvent>): Asked => ({
  answered: event.type === 'InvoiceIssued' && event.data.later === true,
  sinceMs: event.recordedAt.getTime(),
  global: event.type === 'InvoiceIssued' && event.data.content.global !== null,
});

/**
 * What matters of it to an event that brings the outcome. That the gateway gave up waiting leaves no event, but it waits
 * for `waitMs` at most: what comes later than that finds the caller answered.
 */
export const beforeOf = (
  asked: Asked | undefined,
  { recordedAt }: Pick<StreamEvent, 'recordedAt'>,
  waitMs: number,
): Before =>
  asked
    ? {
        answered: asked.answered || recordedAt.getTime() - asked.sinceMs > waitMs,
        global: asked.global,
      }
    : { answered: false, global: false };
