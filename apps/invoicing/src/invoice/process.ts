import type { CancellationEvent, InvoiceEvent, StampingEvent } from '#contracts';
import {
  CANCELLATION_STREAM,
  INVOICE_STREAM,
  STAMPING_STREAM,
  parseStampingKey,
  stampingKey,
} from '#contracts';
import { ignore, send, type Effect, type ProcessManager } from '#platform';
import { comprobanteInput } from '#billing';

/** From the issue of an invoice to its stamp and back, and from a cancellation request to its answer. */
export const invoicingProcess: ProcessManager = {
  name: 'invoicing.process',
  streams: [INVOICE_STREAM, STAMPING_STREAM, CANCELLATION_STREAM],
  react: (event) => {
    const { streamId } = event;
    if (streamId.startsWith(STAMPING_STREAM))
      return [onStamping(streamId.slice(STAMPING_STREAM.length), event as unknown as StampingEvent)];
    if (streamId.startsWith(CANCELLATION_STREAM))
      return [
        onCancellation(streamId.slice(CANCELLATION_STREAM.length), event as unknown as CancellationEvent),
      ];
    return onInvoice(streamId.slice(INVOICE_STREAM.length), event as unknown as InvoiceEvent);
  },
};

function onInvoice(id: string, event: InvoiceEvent): Effect[] {
  if (event.type === 'InvoiceIssued') {
    const { content, issue } = event.data;
    const comprobante = comprobanteInput(content, issue.issuer, issue);
    return [send('stamping.stamp', stampingKey(id, issue.number), { comprobante })];
  }
  if (event.type === 'CancellationRequested') {
    const { number, motive, substitution, document } = event.data;
    return [send('cancellation.request', id, { number, motive, substitution, document })];
  }
  // A payment counts from its stamp to its cancellation.
  if (event.type === 'InvoiceStamped' && event.data.payments)
    return event.data.payments.map(({ invoice, ...paid }) =>
      send('invoicing.record-payment', invoice, { payment: id, ...paid }),
    );
  if (event.type === 'InvoiceCanceled' && event.data.payments)
    return event.data.payments.map(({ invoice }) =>
      send('invoicing.revert-payment', invoice, { payment: id }),
    );
  return [ignore(`${event.type} asks for nothing`)];
}

function onStamping(key: string, event: StampingEvent): Effect {
  const { invoiceId, number } = parseStampingKey(key);
  switch (event.type) {
    case 'ComprobanteStamped':
      return send('invoicing.record-stamp', invoiceId, { number, stamp: event.data.stamp });
    case 'StampRefused':
      return send('invoicing.record-refusal', invoiceId, {
        number,
        code: event.data.code,
        details: event.data.details,
      });
    case 'StampUncertain':
      return send('invoicing.record-delay', invoiceId, { number, reason: event.data.reason });
    case 'StampAbandoned':
      return send('invoicing.record-failure', invoiceId, { number, reason: event.data.reason });
    case 'ComprobanteSealed':
      return ignore('the stamp is on its way');
  }
}

function onCancellation(id: string, event: CancellationEvent): Effect {
  switch (event.type) {
    case 'CancellationAnswered': {
      const { number, status, receipt_key, at } = event.data;
      return send('invoicing.record-cancellation', id, {
        number,
        status,
        receipt_key,
        at,
        code: null,
        details: [],
      });
    }
    case 'CancellationRejected': {
      const { number, code, details, at } = event.data;
      return send('invoicing.record-cancellation', id, {
        number,
        status: 'refused',
        receipt_key: null,
        at,
        code,
        details,
      });
    }
    case 'CancellationDelayed': {
      // Requested, and nobody can say yet how it stands: what the API calls verifying.
      const { number, at } = event.data;
      const answer = { number, status: 'verifying', receipt_key: null, at, code: null, details: [] };
      return send('invoicing.record-cancellation', id, answer);
    }
    case 'CancellationStarted':
      return ignore('no answer yet');
  }
}
