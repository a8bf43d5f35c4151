import type { RetentionEvent } from '../retentions.js';
import { internal, type Lines } from './lines.js';

const NOT_YET = 'not published yet';

/** The public events of retentions. */
export const retentionLines: Lines<RetentionEvent> = {
  RetentionDrafted: internal(NOT_YET),
  RetentionDraftEdited: internal(NOT_YET),
  RetentionDraftDeleted: internal(NOT_YET),
  RetentionForgone: internal(NOT_YET),
  RetentionClaimsForgone: internal(NOT_YET),
  RetentionIssued: internal(NOT_YET),
  RetentionStamped: internal(NOT_YET),
  RetentionRefused: internal(NOT_YET),
  RetentionStampingDelayed: internal(NOT_YET),
  RetentionStampingFailed: internal(NOT_YET),
  RetentionCancellationRequested: internal(NOT_YET),
  RetentionCancellationUpdated: internal(NOT_YET),
  RetentionCancellationRefused: internal(NOT_YET),
  RetentionCanceled: internal(NOT_YET),
  RetentionStatusChecked: internal(NOT_YET),
};
