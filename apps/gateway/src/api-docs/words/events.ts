import { TOLD_TYPES, type ToldResource } from '#contracts';
import type { Words } from './words.js';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** When events of each type are told, as their summaries in the section `webhooks` say. */
const types = {
  '*': 'The eight types of the public contract, and no others',
  ...Object.fromEntries(Object.entries(TOLD_TYPES).map(([type, { when }]) => [type, capital(when)])),
};

const kinds = {
  automatic: 'By the service: the first, or one after a failure',
  manual: 'Asked for: a ping, a redelivery, a replay',
};

const resources = {
  invoice: 'An invoice',
  receipt: 'A receipt',
  customer: 'A customer',
  retention: 'A retention',
  global_period: 'A period of automatic global invoices',
  supplier: 'A supplier',
  product: 'A product',
  zip_request: 'A ZIP of documents',
  cancellation_request: 'A supplier’s request to cancel an invoice',
  webhook: 'A webhook',
} satisfies Record<ToldResource, string>;

/** `InvoiceEventData.type` and the like: what the events of a resource are about. */
const ofEachResource = Object.fromEntries(
  Object.keys(resources).map((resource) => {
    const name = resource.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
    return [`${name}EventData.type`, resources];
  }),
);

/** Webhooks, events, the sandbox, files, health. */
export const eventsWords: Words = {
  names: {
    attempt_id: 'Id of the delivery attempt',
    event_id: 'Id of the event',
    related_resource_messages: 'Why something failed that nobody waited for; absent where nothing did',
    webhook_id: 'Id of the webhook',
  },
  values: [
    types,
    kinds,
    { full: 'The event with its resource', thin: 'Its id and type only' },
    {
      succeeded: 'Your server answered 2xx',
      failed: 'It answered something else, or nothing in time',
      pending: 'Under way',
    },
    {
      request: 'By an edit',
      gone: 'Your server answered 410',
      failing: 'Nothing was delivered for five days',
    },
    {
      no_answer: 'It does not answer in time',
      unreachable: 'There is no connection to it',
      too_many_connections: 'It takes no more connections',
      disk_full: 'Its disk is full',
      read_only: 'It takes no writes: it is a replica, say',
      failed: 'The write failed for another reason',
    },
    { enabled: 'Events are sent', disabled: 'Nothing is sent' },
    {
      stamping_async_task: 'Stamping, after the request was answered',
      cancellation_async_task: 'A cancellation, after the request was answered',
      global_invoice_async_task: 'An automatic global invoice',
    },
    {
      error: 'It did not happen',
      warning: 'It happened, and needs a look',
      info: 'To be known, nothing to do',
    },
  ],
  valuesOf: {
    ...ofEachResource,
    'EventData.type': resources,
    'RelatedResourceMessage.resource_type': resources,
    'Stamp.kind': { invoice: 'A CFDI', retention: 'A CFDI of retentions' },
    'SupplierCancellation.status': {
      pending: 'It waits for your answer (`GET /v2/cancellation-requests`)',
      canceled: 'It is canceled',
    },
    'SupplierInvoice.type': { I: 'Ingreso / Income', P: 'Pago / Payment' },
    'SupplierInvoicesBody.payment_method': {
      PUE: 'Pago en una sola exhibición / Paid at once',
      PPD: 'Pago en parcialidades o diferido / Paid later or in parts',
    },
  },
};
