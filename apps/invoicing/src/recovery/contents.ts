import type { StreamEvent } from '#kernel';
import type { InvoiceEvent, RetentionEvent } from '#contracts';
import { defineContents, type NamedContent } from '#eventing';

/** The XML of each document, and the acuse of its cancellation, as events name them. */
export const invoicingContents = defineContents('invoicing.contents', {
  'invoice-': ofInvoice,
  'retention-': ofRetention,
});

function ofInvoice(id: string, event: StreamEvent<InvoiceEvent>): readonly NamedContent[] {
  if (event.type === 'InvoiceStamped') return named('invoice', id, event, { xml: event.data.stamp.xml_key });
  if (event.type === 'InvoiceImported')
    return named('invoice', id, event, { xml: event.data.invoice.stamp.xml_key });
  if (event.type === 'CancellationUpdated' || event.type === 'InvoiceCanceled')
    return named('invoice', id, event, { acuse: event.data.receipt_key });
  return [];
}

function ofRetention(id: string, event: StreamEvent<RetentionEvent>): readonly NamedContent[] {
  if (event.type === 'RetentionStamped')
    return named('retention', id, event, { xml: event.data.stamp.xml_key });
  if (event.type === 'RetentionCancellationUpdated' || event.type === 'RetentionCanceled')
    return named('retention', id, event, { acuse: event.data.receipt_key });
  return [];
}

const named = (
  kind: 'invoice' | 'retention',
  id: string,
  { metadata: { organizationId, livemode } }: StreamEvent,
  keys: { readonly xml?: string; readonly acuse?: string | null },
): readonly NamedContent[] =>
  (['xml', 'acuse'] as const).flatMap((file) => {
    const key = keys[file];
    return key ? [{ tenant: { organizationId, livemode }, kind, id, file, key }] : [];
  });
