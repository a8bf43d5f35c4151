import { ignoreUnknown } from '#kernel';
import type { RecordedEvent } from '#event-store';
import type { InvoiceEvent, UnstampedDocument } from '#contracts';

/** What an invoice says while it has no stamp; `fromDraft`: a refusal makes it a draft again. */
type Told = { readonly fromDraft: boolean; readonly document: UnstampedDocument } | undefined;

/**
 * An invoice as its PDF shows it while it has no stamp, from its events; a stamp that came meanwhile changes nothing
 * here. Undefined for an invoice that is not visible: deleted, given up, or refused before it existed.
 */
export const unstampedOf = (events: readonly RecordedEvent<InvoiceEvent>[]): UnstampedDocument | undefined =>
  events.reduce<Told>((told, recorded) => tell(told, recorded, recorded.metadata.livemode), undefined)
    ?.document;

function tell(told: Told, event: InvoiceEvent, livemode: boolean): Told {
  switch (event.type) {
    case 'InvoiceDrafted':
    case 'DraftEdited': {
      const { content, totals, at } = event.data;
      const created_at = told?.document.created_at ?? at;
      const { series, folio_number } = content;
      const draft = { status: 'draft', series, folio_number, date: null, issuer: null } as const;
      return { fromDraft: true, document: { content, totals, livemode, created_at, ...draft } };
    }
    case 'InvoiceIssued': {
      const { content, issue, at } = event.data;
      const { totals, issuer, series, folio_number, date } = issue;
      const created_at = told?.document.created_at ?? at;
      const issued = { status: 'pending', series, folio_number, date, issuer } as const;
      return {
        fromDraft: told !== undefined,
        document: { content, totals, livemode, created_at, ...issued },
      };
    }
    case 'InvoiceRefused': {
      if (told && event.data.kept) return { ...told, document: { ...told.document, status: 'failed' } };
      if (!told?.fromDraft) return undefined;
      const { series, folio_number } = told.document.content;
      const draft = { status: 'draft', series, folio_number, date: null, issuer: null } as const;
      return { ...told, document: { ...told.document, ...draft } };
    }
    case 'StampingFailed':
      return told && { ...told, document: { ...told.document, status: 'failed' } };
    case 'DraftDeleted':
    case 'InvoiceForgone':
      return undefined;
    case 'StampingDelayed':
    case 'InvoiceStamped':
    case 'PaymentReceived':
    case 'PaymentReverted':
    case 'PaymentDisregarded':
    case 'PaymentMatched':
    case 'CustomerRecognized':
    case 'ReceiptsHeld':
    case 'ClaimsForgone':
    case 'CancellationRequested':
    case 'CancellationUpdated':
    case 'CancellationRefused':
    case 'InvoiceCanceled':
    case 'InvoiceSurplusStampFound':
    case 'InvoiceSurplusStampSettled':
    case 'StatusChecked':
    case 'InvoiceImported':
    case 'SatStatusRecorded':
      return told;
    default:
      return ignoreUnknown(event, told);
  }
}
