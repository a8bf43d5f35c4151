import { Inject, Injectable } from '@nestjs/common';
import { decimal, formatDecimal, type Tenant } from '#kernel';
import { payableOf, type PayableTax, type Standing } from '#billing';
import { RUNTIME, storedCfdi, type Runtime } from '#platform';
import { InvoiceQueries, type StoredInvoice } from '../queries.js';

/** What a payment has to know of an invoice of this organization. */
export interface Payable extends Standing {
  readonly id: string;
  readonly uuid: string;
  readonly series: string | null;
  readonly folio_number: number | null;
  readonly currency: string;
  readonly payment_method: string | null;
  readonly taxes: readonly PayableTax[];
}

/** What is read of an invoice's answer. */
interface PayableDoc extends Pick<Payable, 'series' | 'folio_number' | 'currency' | 'payment_method'> {
  readonly amount_due: number | null;
  readonly received_payment_ids: readonly string[];
}

/** What is read of the answer of a payment. */
interface PaymentDoc {
  readonly complements: readonly {
    readonly type: string;
    readonly data: readonly {
      readonly related_documents: readonly { readonly uuid: string; readonly installment: number }[];
    }[];
  }[];
}

/** Reads what payments need of stamped invoices. */
@Injectable()
export class PayableInvoices {
  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly invoices: InvoiceQueries,
  ) {}

  /** Undefined for an invoice that has no stamped XML. */
  async of(tenant: Tenant, invoice: StoredInvoice): Promise<Payable | undefined> {
    const { id, uuid } = invoice;
    const xml = await storedCfdi(this.runtime.contents, tenant, invoice);
    if (xml === undefined || uuid === null) return undefined;
    const doc = JSON.parse(invoice.doc) as PayableDoc;
    const { series, folio_number, currency, amount_due, payment_method } = doc;
    const payments = await this.invoices.docs(tenant, doc.received_payment_ids);
    return {
      ...{ id, uuid, series, folio_number, currency, payment_method, ...payableOf(xml) },
      balance: formatDecimal(decimal(amount_due ?? 0)),
      // Not their count: of those that were canceled, the numbers of the others stay.
      installment:
        Math.max(0, ...payments.flatMap((one) => numbersOf(JSON.parse(one) as PaymentDoc, uuid))) + 1,
    };
  }
}

const numbersOf = ({ complements }: PaymentDoc, uuid: string): readonly number[] =>
  complements
    .filter(({ type }) => type === 'pago')
    .flatMap(({ data }) => data)
    .flatMap(({ related_documents }) => related_documents)
    .filter((document) => document.uuid === uuid)
    .map(({ installment }) => installment);
