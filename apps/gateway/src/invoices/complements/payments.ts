import { Inject, Injectable } from '@nestjs/common';
import { decimal, field, ok, refuseFields, type Detail, type Result, type Clock } from '#kernel';
import { afterPayment, issuersAlone, proratedTaxes } from '#billing';
import type { DerivedValue, Payment, PaymentDocument, PaymentTax } from '#contracts';
import { CLOCK } from '#hosting';
import { toInstant } from '#http';
import type { ContentScope } from '../scope.js';
import { InvoiceQueries } from '../queries.js';
import type { PaymentBody, PaymentDocumentBody } from './dto.js';
import { exceeding, PayableInvoices, type Payable } from './payable.js';

/** A caller's clock may be a little ahead of ours. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** An invoice of this organization that is not valid (any more), and one that it received. */
const NOT_PAYABLE = 'not payable';
const RECEIVED = 'received';

/** What the documents of one complement have in common. */
interface Ask {
  readonly scope: ContentScope;
  readonly known: Known;
  readonly details: Detail[];
  /** UUIDs of the payments that this one replaces. */
  readonly replacing: readonly string[];
}

/** What follows from the payments before: between a draft and its stamp there may be others. */
const DERIVED: readonly DerivedValue[] = ['installment', 'last_balance', 'taxes'];

/** A payment as sent, with its currency. */
type InCurrency = PaymentBody & { readonly currency: string };

/** The invoices that one complement pays, as they are after the payments so far, under every name that they go by. */
type Known = Map<string, Payable>;

const text = (value: string | undefined): string | null => value ?? null;

/** Payments as sent, made complete: what is left out of a document is known from the invoice that it is. */
@Injectable()
export class PaymentResolver {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly invoices: InvoiceQueries,
    private readonly payables: PayableInvoices,
  ) {}

  /** Refuses with details at `<path>[i].related_documents[j]...`. */
  async resolve(
    scope: ContentScope,
    bodies: readonly PaymentBody[],
    path: string,
    replacing: readonly string[],
  ): Promise<Result<readonly Payment[]>> {
    const details: Detail[] = [];
    const known: Known = new Map();
    const ask = { scope, known, details, replacing };
    const payments: Payment[] = [];
    for (const [index, sent] of bodies.entries()) {
      const at = `${path}[${index}]`;
      const body = { ...sent, currency: sent.currency?.toUpperCase() ?? 'MXN' };
      if (body.currency !== 'MXN' && body.exchange === undefined)
        details.push(inBody(`${at}.exchange`, 'required'));
      const documents: PaymentDocument[] = [];
      const listed = documentsOf(body);
      if (listed.length === 0) details.push(inBody(`${at}.related_documents`, 'required'));
      for (const [position, document] of listed.entries()) {
        const place = body.related_documents ? `${at}.related_documents[${position}]` : at;
        const complete = await this.document(document, body, place, ask);
        if (complete) documents.push(complete);
      }
      payments.push(paymentOf(body, documents, this.dateOf(body, at, scope, details)));
    }
    return details.length > 0 ? refuseFields(details) : ok(payments);
  }

  private async document(
    body: PaymentDocumentBody,
    payment: InCurrency,
    path: string,
    { scope, known, details, replacing }: Ask,
  ): Promise<PaymentDocument | undefined> {
    const reference = body.invoice ?? body.uuid;
    if (reference === undefined) {
      details.push(inBody(`${path}.uuid`, 'required'));
      return undefined;
    }
    const payable = known.get(reference.toUpperCase()) ?? (await this.payable(scope, reference, replacing));
    const named = body.invoice === undefined ? 'uuid' : 'invoice';
    // What is known here and can't be paid is no document of somebody else's, of which only the UUID is known.
    if (payable === RECEIVED) {
      details.push(issuersAlone('pay', { path: `${path}.${named}`, location: 'body' }));
      return undefined;
    }
    if (payable === NOT_PAYABLE || (!payable && named === 'invoice')) {
      details.push(inBody(`${path}.${named}`, payable ? 'not_allowed' : 'not_found'));
      return undefined;
    }
    const currency = body.currency?.toUpperCase() ?? payable?.currency ?? 'MXN';
    const exchange = body.exchange ?? impliedExchange(payment, currency);
    const before = details.length;
    if (payable && currency !== payable.currency)
      details.push(field(`${path}.currency`, 'invalid_value', { params: { values: payable.currency } }));
    for (const name of ['installment', 'last_balance'] as const)
      if (body[name] === undefined && !payable) details.push(inBody(`${path}.${name}`, 'required'));
    if (!body.taxes && !payable) details.push(inBody(`${path}.taxes`, 'required'));
    if (exchange === undefined) {
      // The short form's own `exchange` is another one: it has no place for this.
      const place = payment.related_documents ? path : `${path}.related_documents[0]`;
      details.push(missingExchange(`${place}.exchange`, payment.currency, currency));
    }
    if (payable && decimal(body.amount) > decimal(payable.balance))
      details.push(exceeding(`${path}.amount`, body.amount, payable));
    if (details.length > before) return undefined;
    const taxes = body.taxes?.map(taxOf) ?? proratedTaxes(payable as Payable, body.amount);
    // A second payment of the same document, in the same complement, continues where the first one ended.
    const installment = body.installment ?? (payable as Payable).installment;
    if (payable) remember(known, afterPayment(payable, body.amount, installment));
    return {
      invoice: payable?.id ?? null,
      uuid: payable?.uuid ?? (body.uuid as string).toUpperCase(),
      amount: body.amount,
      installment,
      last_balance: body.last_balance ?? (payable as Payable).balance,
      taxes,
      taxability: body.taxability ?? (taxes.length > 0 ? '02' : '01'),
      currency,
      exchange: currency === payment.currency ? '1' : (exchange as string),
      folio_number: numberText(body.folio_number ?? payable?.folio_number),
      series: body.series ?? payable?.series ?? null,
      ...(payable && { derived: DERIVED.filter((value) => body[value] === undefined) }),
    };
  }

  private async payable(
    { tenant }: ContentScope,
    reference: string,
    replacing: readonly string[],
  ): Promise<Payable | typeof NOT_PAYABLE | typeof RECEIVED | undefined> {
    const invoice = await this.invoices.findByReference(tenant, reference);
    if (!invoice) return undefined;
    if (invoice.issuer_type === 'receiving') return RECEIVED;
    return (
      (invoice.status === 'valid' && (await this.payables.of(tenant, invoice, replacing))) || NOT_PAYABLE
    );
  }

  private dateOf(body: PaymentBody, path: string, scope: ContentScope, details: Detail[]): string | null {
    if (body.date === undefined) return null;
    const date = toInstant(body.date, scope.timeZone);
    const latestMs = this.clock.now(scope.tenant).getTime() + CLOCK_SKEW_MS;
    if (!date) details.push(inBody(`${path}.date`, 'invalid_format'));
    else if (date.getTime() > latestMs)
      details.push(field(`${path}.date`, 'too_large', { message: IN_THE_FUTURE }));
    return date?.toISOString() ?? null;
  }
}

const IN_THE_FUTURE = {
  es: 'La fecha en "{path}" no puede ser futura: envíe cuándo se recibió el pago, o ninguna para usar la actual.',
  en: 'The date in "{path}" can\'t be in the future: send when the payment was received, or none for the current time.',
};
const inBody = (path: string, code: string): Detail => field(path, code, { location: 'body' });
const numberText = (value: number | null | undefined): string | null =>
  value == null ? null : String(value);

/** The documents of a payment: its list, or the one that `invoice` and `amount` stand for. */
function documentsOf({ related_documents, invoice, amount }: PaymentBody): readonly PaymentDocumentBody[] {
  if (related_documents) return related_documents;
  return invoice !== undefined && amount !== undefined ? [{ invoice, amount }] : [];
}

const taxOf = (tax: NonNullable<PaymentDocumentBody['taxes']>[number]): PaymentTax => ({
  base: tax.base,
  type: tax.type ?? 'IVA',
  factor: tax.factor ?? 'Tasa',
  rate: tax.rate ?? null,
  withholding: tax.withholding ?? false,
  amount: tax.amount ?? null,
});

function remember(known: Known, payable: Payable): void {
  for (const name of [payable.id, payable.uuid]) known.set(name.toUpperCase(), payable);
}

/** Units of a document's currency for one of the payment's currency, if the payment implies them. */
function impliedExchange({ currency, exchange = '1' }: InCurrency, ofDocument: string): string | undefined {
  if (ofDocument === currency) return '1';
  return ofDocument === 'MXN' ? exchange : undefined;
}

const missingExchange = (path: string, ofPayment: string, ofDocument: string): Detail =>
  field(path, 'required', {
    message: {
      es: `Indique el tipo de cambio: cuántos ${ofDocument} (moneda del documento relacionado) equivalen a un ${ofPayment} (moneda del pago).`,
      en: `Give the exchange rate: how many ${ofDocument} (currency of the document) are worth one ${ofPayment} (currency of the payment).`,
    },
  });

const paymentOf = (
  body: InCurrency,
  related_documents: readonly PaymentDocument[],
  date: string | null,
): Payment => ({
  payment_form: body.payment_form,
  currency: body.currency,
  exchange: body.exchange ?? '1',
  date,
  related_documents,
  numOperacion: text(body.numOperacion),
  rfcEmisorCtaOrd: text(body.rfcEmisorCtaOrd),
  nomBancoOrdExt: text(body.nomBancoOrdExt),
  ctaOrdenante: text(body.ctaOrdenante),
  rfcEmisorCtaBen: text(body.rfcEmisorCtaBen),
  ctaBeneficiario: text(body.ctaBeneficiario),
  tipoCadPago: text(body.tipoCadPago),
  certPago: text(body.certPago),
  cadPago: text(body.cadPago),
  selloPago: text(body.selloPago),
});
