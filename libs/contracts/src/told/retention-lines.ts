import type { RetentionEvent } from '../retentions.js';
import { nobody, outcomeOf, type ToldLines } from './lines.js';

const stampOutcome = outcomeOf('retention.status_updated');
const cancellationOutcome = outcomeOf('retention.cancellation_status_updated');

/** What is told of retentions, as of invoices. */
export const toldOfRetentions: ToldLines<RetentionEvent> = {
  RetentionDrafted: ['retention.created'],
  RetentionDraftEdited: ['retention.edited'],
  RetentionDraftDeleted: ['retention.deleted'],
  RetentionForgone: nobody('takes an id out of use that never was a retention'),
  RetentionClaimsForgone: nobody('lets go of a reservation; the draft says what it said'),
  // A draft that is issued was told of when it was made; its stamp follows.
  RetentionIssued: ({ revision }) => (revision === 0 ? ['retention.created'] : []),
  RetentionStamped: stampOutcome('retention.stamped'),
  RetentionRefused: stampOutcome('retention.stamping_refused'),
  RetentionStampingDelayed: ['retention.stamping_delayed'],
  RetentionSurplusStampFound: ['retention.surplus_stamp_found'],
  RetentionSurplusStampSettled: ['retention.surplus_stamp_settled'],
  RetentionStampingFailed: stampOutcome('retention.stamping_failed'),
  RetentionCancellationRequested: ['retention.cancellation_requested'],
  // From verifying to pending it is as open as before.
  RetentionCancellationUpdated: ({ data: { status } }, before) =>
    status === 'rejected' || status === 'expired'
      ? cancellationOutcome('retention.cancellation_updated')(undefined, before)
      : ['retention.cancellation_updated'],
  RetentionCancellationRefused: cancellationOutcome('retention.cancellation_refused'),
  RetentionCanceled: cancellationOutcome('retention.canceled'),
  RetentionStatusChecked: nobody('says that nothing is new'),
};
