import type { BookedPart, Books } from './books.js';
import type { Refusal } from './fiscal.js';
import type { Promised } from './load.js';

/** The books with one page changed. */
type Tampering = (
  books: Books,
  promised: readonly Promised[],
) => Partial<Books> & { readonly promised?: readonly Promised[]; readonly refusals?: readonly Refusal[] };

export const first = <T>(list: readonly T[], which: (one: T) => boolean = () => true): T => {
  const found = list.find(which);
  if (found === undefined) throw new Error('nothing to tamper with');
  return found;
};
const changed = <T>(list: readonly T[], one: T, change: Partial<T>): T[] =>
  list.map((other) => (other === one ? { ...other, ...change } : other));
const without = <T>(list: readonly T[], one: T): T[] => list.filter((other) => other !== one);
/** What one payment says, changed. */
const changedPart = (
  { documents, invoices }: Books,
  change: (part: BookedPart, others: readonly BookedPart[]) => Partial<BookedPart>,
): Pick<Books, 'documents'> => {
  // Canceled payments are none, and an invoice may have but one.
  const valid = new Set(invoices.filter(isValid).map(({ id }) => id));
  const payments = [...documents].filter(([id, { pays }]) => valid.has(id) && pays.length > 0);
  const paid = payments.flatMap(([, { pays }]) => pays);
  const isShared = ({ uuid }: BookedPart) => paid.filter((one) => one.uuid === uuid).length > 1;
  const [id, document] = first(payments, ([, { pays }]) => isShared(first(pays)));
  const part = first(document.pays);
  return {
    documents: new Map([
      ...documents,
      [
        id,
        {
          ...document,
          pays: [
            {
              ...part,
              ...change(
                part,
                paid.filter((other) => other !== part),
              ),
            },
          ],
        },
      ],
    ]),
  };
};
const isValid = ({ status }: { readonly status: string }): boolean => status === 'valid';

/** A refusal of the request that an event of a type came of. */
const refusalOf = (events: Books['events'], type: string): Refusal => ({
  logId: first(events, (event) => event.type === type).metadata.correlationId,
  ...{ request: 'POST /invoices', answer: '400 invalid' },
});

/** By what is wrong: what the checker must say, and how to make it so in books that are right. */
export const tamperings: Readonly<Record<string, readonly [RegExp, Tampering]>> = {
  'an invoice that is lost': [
    /is lost/,
    ({ invoices }) => ({ invoices: without(invoices, first(invoices)) }),
  ],
  'an invoice that is there twice': [
    /two invoices have the external id/,
    ({ invoices }) => ({ invoices: [...invoices, { ...first(invoices), id: 'ffffffffffffffffffffffff' }] }),
  ],
  'a folio that two have': [
    /two invoices have the folio/,
    ({ invoices }) => {
      const one = first(invoices, isValid);
      const other = first(invoices, (invoice) => isValid(invoice) && invoice !== one);
      return { invoices: changed(invoices, one, { series: other.series, folio_number: other.folio_number }) };
    },
  ],
  'a folio other than promised': [
    /its folio is 999, and/,
    ({ invoices }, [promise]) => ({
      invoices: changed(
        invoices,
        first(invoices, ({ id }) => id === promise?.id),
        { folio_number: '999' },
      ),
    }),
  ],
  'a UUID other than promised': [
    /its UUID is/,
    (_, all) => {
      const one = first(all, ({ shown }) => shown.uuid !== null);
      const shown = { ...one.shown, uuid: '39C85A3F-275B-4341-B259-E8971D9F8A94' };
      return { promised: changed(all, one, { shown }) };
    },
  ],
  'a UUID that two have': [
    /two invoices have the UUID/,
    ({ invoices }) => {
      const one = first(invoices, isValid);
      const other = first(invoices, (invoice) => isValid(invoice) && invoice !== one);
      return { invoices: changed(invoices, one, { uuid: other.uuid }) };
    },
  ],
  'an idempotency key that another holds': [
    /the holder of its idempotency key is/,
    ({ keys }) => ({ keys: changed(keys, first(keys), { holder: 'ffffffffffffffffffffffff' }) }),
  ],
  'an invoice that was promised to be canceled': [
    /its status is valid, and canceled was promised/,
    (_, all) => ({
      promised: changed(
        all,
        first(all, ({ canceled }) => !canceled),
        { canceled: true },
      ),
    }),
  ],
  'an invoice that stays pending': [
    /is still pending/,
    ({ invoices }) => ({ invoices: changed(invoices, first(invoices, isValid), { status: 'pending' }) }),
  ],
  'a stamp that no invoice has': [
    /and no invoice has it/,
    ({ stamps }) => ({
      stamps: [
        ...stamps,
        {
          ...first(stamps),
          request_id: 'ffffffffffffffffffffffff.1',
          uuid: 'A0000000-0000-4000-8000-000000000000',
        },
      ],
    }),
  ],
  'an invoice stamped twice': [
    /the provider stamped .* twice/,
    ({ stamps }) => {
      const { request_id, ...one } = first(stamps);
      return { stamps: [...stamps, { ...one, request_id: request_id.replace('.1', '.2'), uuid: 'another' }] };
    },
  ],
  'an invoice never stamped': [
    /the provider never stamped/,
    ({ stamps }) => ({ stamps: without(stamps, first(stamps)) }),
  ],
  'a UUID other than the provider’s': [
    /with the provider/,
    ({ stamps }) => ({ stamps: changed(stamps, first(stamps), { uuid: 'another' }) }),
  ],
  'a cancellation that the tax authority has not': [
    /is canceled, and not canceled with the tax authority/,
    ({ stamps }) => ({
      stamps: changed(
        stamps,
        first(stamps, ({ canceled }) => canceled),
        { canceled: false },
      ),
    }),
  ],
  'a document that is missing': [
    /the document of .* is missing/,
    ({ documents }) => ({ documents: new Map([...documents].slice(1)) }),
  ],
  'a document of another invoice': [
    /the document of .* is another one/,
    ({ documents }) => {
      const [[one, document], [other, its]] = [...documents] as [
        [string, Books['documents'] extends ReadonlyMap<string, infer D> ? D : never],
        [string, Books['documents'] extends ReadonlyMap<string, infer D> ? D : never],
      ];
      return { documents: new Map([...documents, [one, its], [other, document]]) };
    },
  ],
  'a cent that changed in the read model': [
    /cents kept/,
    ({ invoices }) => {
      const one = first(invoices, isValid);
      return { invoices: changed(invoices, one, { total: (Number(one.total) + 0.01).toFixed(2) }) };
    },
  ],
  'a cent that changed in the ledger': [
    /together they cost/,
    ({ stamps }) => {
      const one = first(stamps);
      return { stamps: changed(stamps, one, { total: (Number(one.total) - 0.01).toFixed(2) }) };
    },
  ],
  'an answer with another total than was asked for': [
    /cents asked/,
    (_, all) => ({ promised: changed(all, first(all), { askedCents: first(all).askedCents + 1 }) }),
  ],
  'an event that is there twice': [
    /is in the store twice/,
    ({ events }) => ({ events: [...events, first(events)] }),
  ],
  'an event that is missing': [
    /comes next/,
    ({ events }) => {
      const { streamId: stream } = first(events, ({ revision }) => revision === 1);
      return {
        events: without(
          events,
          first(events, ({ streamId }) => streamId === stream),
        ),
      };
    },
  ],
  'events in another order': [/the feed goes from/, ({ events }) => ({ events: [...events].reverse() })],
  'an effect that happened twice': [
    /has InvoiceStamped twice/,
    ({ events }) => {
      const stamped = first(events, ({ type }) => type === 'InvoiceStamped');
      return { events: [...events, { ...stamped, id: 'another' }] };
    },
  ],
  'a mail that was promised': [
    /a mail that was promised is lost/,
    (_, all) => {
      const one = first(all);
      return { promised: changed(all, one, { mails: { promised: 99, asked: 99 } }) };
    },
  ],
  'a mail that nobody asked for': [
    /more mails than anybody asked for/,
    (_, all) => {
      const one = first(all, ({ mails }) => mails.promised > 0);
      return { promised: changed(all, one, { mails: { promised: 0, asked: 0 } }) };
    },
  ],
  'a mail that was never sent': [
    /was never sent/,
    ({ events }) => ({
      events: without(
        events,
        first(events, ({ type }) => type === 'MailSent'),
      ),
    }),
  ],
  'a mail that nobody got': [/and nobody got it/, () => ({ copies: [] })],
  'a mail that came twice': [/1 mails came twice/, ({ copies }) => ({ copies: [...copies, first(copies)] })],
  'copies that differ': [
    /copies of the mail .* differ/,
    ({ copies }) => ({ copies: [...copies, { ...first(copies), digest: 'another' }] }),
  ],
  'a payment with the number of another': [
    /both have NumParcialidad/,
    (books) =>
      changedPart(books, ({ uuid }, others) => ({
        installment: first(others, (other) => other.uuid === uuid).installment,
      })),
  ],
  'a payment that leaves another balance than it says': [
    /and leaves/,
    (books) => changedPart(books, ({ before }) => ({ after: before })),
  ],
  'an invoice that is paid with more than it costs': [
    /and is paid with/,
    (books) => changedPart(books, () => ({ before: '999999', amount: '999999', after: '0' })),
  ],
  'a balance that is not what its payments leave': [
    /is due, and its payments leave/,
    ({ invoices }) => ({
      invoices: changed(
        invoices,
        first(invoices, ({ payment_method }) => payment_method === 'PPD'),
        { amount_due: '0.01' },
      ),
    }),
  ],
  'a draft that was refused': [
    /was refused \(400 invalid\), and .* has InvoiceDrafted of it/,
    ({ events }) => ({ refusals: [refusalOf(events, 'InvoiceDrafted')] }),
  ],
  'a stamp that was refused': [
    /and .* has InvoiceStamped of it/,
    ({ events }) => ({ refusals: [refusalOf(events, 'InvoiceStamped')] }),
  ],
  'a cancellation that was refused': [
    /and .* has InvoiceCanceled of it/,
    ({ events }) => ({ refusals: [refusalOf(events, 'InvoiceCanceled')] }),
  ],
  'a payment that was refused': [
    /and .* has PaymentReceived of it/,
    ({ events }) => ({ refusals: [refusalOf(events, 'PaymentReceived')] }),
  ],
  'a command that is left': [/a command is due and not done/, () => ({ undone: ['stamping.stamp x: '] })],
};
