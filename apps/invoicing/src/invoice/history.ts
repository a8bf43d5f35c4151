import { ignoreUnknown } from '#kernel';
import type { RecordedEvent } from '#event-store';
import type { InvoiceEvent, InvoiceHistoryType } from '#contracts';
import { entry, sentTo, surplusOf, tellEvent, type Entry, type Told } from '../document/history.js';

/** Tells one more event of an invoice. Pure. */
export const tell = (
  told: Told<InvoiceHistoryType>,
  event: RecordedEvent<InvoiceEvent>,
): Told<InvoiceHistoryType> => tellEvent({ entryOf, edit: 'DraftEdited' }, told, event);

/** An event in the API's words; nothing for events of invoices that are not visible. */
function entryOf({ type, data }: InvoiceEvent): Entry<InvoiceHistoryType> | undefined {
  switch (type) {
    case 'InvoiceDrafted':
      return entry('invoice.drafted', {
        total: data.totals?.total ?? null,
        ...(data.copied_from !== undefined && { copied_from: data.copied_from }),
      });
    case 'DraftEdited':
      return entry('invoice.edited', { total: data.totals?.total ?? null });
    case 'InvoiceIssued': {
      const { series, folio_number, date, totals } = data.issue;
      return entry('invoice.issued', { series, folio_number, date, total: totals.total });
    }
    case 'InvoiceStamped':
      return entry('invoice.stamped', {
        ...{ uuid: data.stamp.uuid, date: data.stamp.date },
        ...sentTo(data),
      });
    case 'InvoiceRefused':
      return { ...entry('invoice.stamping_refused'), refusal: { code: data.code, details: data.details } };
    case 'StampingDelayed':
      return entry('invoice.stamping_delayed', { reason: data.reason, ...sentTo(data) });
    case 'InvoiceSurplusStampFound':
      return entry('invoice.surplus_stamp_found', surplusOf(data));
    case 'InvoiceSurplusStampSettled':
      return entry('invoice.surplus_stamp_settled', { ...surplusOf(data), status: data.status });
    case 'StampingFailed':
      return entry('invoice.stamping_failed', { reason: data.reason });
    case 'PaymentReceived':
      return entry('invoice.payment_received', { payment: data.payment, amount: data.amount });
    case 'PaymentReverted':
      return entry('invoice.payment_reverted', { payment: data.payment, amount: data.amount });
    case 'CancellationRequested':
      return entry('invoice.cancellation_requested', {
        motive: data.motive,
        substitution: data.substitution,
      });
    case 'CancellationUpdated':
      return entry('invoice.cancellation_updated', { cancellation_status: data.status });
    case 'CancellationRefused':
      return {
        ...entry('invoice.cancellation_refused'),
        refusal: { code: data.code, details: data.details },
      };
    case 'InvoiceCanceled':
      return entry('invoice.canceled', { date: data.at });
    case 'StatusChecked':
      return entry('invoice.status_checked', data.efos === undefined ? {} : { efos: data.efos });
    case 'InvoiceImported': {
      const { source, issue, stamp } = data.invoice;
      return entry('invoice.imported', {
        ...{ source, uuid: stamp.uuid, date: issue.date, total: issue.totals.total },
        sat_status: data.invoice.sat.status,
      });
    }
    case 'SatStatusRecorded':
      return entry('invoice.sat_status_recorded', { sat_status: data.sat.status, efos: data.sat.efos });
    case 'DraftDeleted':
    case 'InvoiceForgone':
    case 'ClaimsForgone':
    case 'PaymentDisregarded':
    case 'PaymentMatched':
    case 'CustomerRecognized':
    case 'ReceiptsHeld':
      return undefined;
    default:
      return ignoreUnknown(type, undefined);
  }
}
