import { ignoreUnknown } from '#kernel';
import type { RecordedEvent } from '#event-store';
import type { RetentionEvent, UnstampedRetention } from '#contracts';

/** What a retention says while it has no stamp; `fromDraft`: a refusal makes it a draft again. */
type Told = { readonly fromDraft: boolean; readonly document: UnstampedRetention } | undefined;

const DRAFT = { status: 'draft', date: null, issuer: null } as const;

/**
 * A retention as its PDF shows it while it has no stamp, from its events; a stamp that came meanwhile changes nothing here.
 * Undefined for one that is not visible: deleted, given up, or refused before it existed.
 */
export const unstampedOf = (
  events: readonly RecordedEvent<RetentionEvent>[],
): UnstampedRetention | undefined =>
  events.reduce<Told>((told, recorded) => tell(told, recorded, recorded.metadata.livemode), undefined)
    ?.document;

function tell(told: Told, event: RetentionEvent, livemode: boolean): Told {
  switch (event.type) {
    case 'RetentionDrafted':
    case 'RetentionDraftEdited': {
      const { content, amounts, at } = event.data;
      const created_at = told?.document.created_at ?? at;
      return { fromDraft: true, document: { content, amounts, livemode, created_at, ...DRAFT } };
    }
    case 'RetentionIssued': {
      const { content, issue, at } = event.data;
      const { amounts, issuer, date } = issue;
      const created_at = told?.document.created_at ?? at;
      const document = { content, amounts, livemode, created_at, status: 'pending', issuer, date } as const;
      return { fromDraft: told !== undefined, document };
    }
    case 'RetentionRefused':
      if (told?.fromDraft) return { ...told, document: { ...told.document, ...DRAFT } };
      return event.data.kept ? withFailure(told) : undefined;
    case 'RetentionStampingFailed':
      return withFailure(told);
    case 'RetentionDraftDeleted':
    case 'RetentionForgone':
      return undefined;
    case 'RetentionClaimsForgone':
    case 'RetentionStampingDelayed':
    case 'RetentionStamped':
    case 'RetentionCancellationRequested':
    case 'RetentionCancellationUpdated':
    case 'RetentionCancellationRefused':
    case 'RetentionCanceled':
    case 'RetentionSurplusStampFound':
    case 'RetentionSurplusStampSettled':
    case 'RetentionStatusChecked':
      return told;
    default:
      return ignoreUnknown(event, told);
  }
}

const withFailure = (told: Told): Told =>
  told && { ...told, document: { ...told.document, status: 'failed' } };
