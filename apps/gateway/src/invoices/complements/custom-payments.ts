import { Injectable } from '@nestjs/common';
import { field, ok, refuseFields, type Result, type Tenant } from '#kernel';
import { uuidsPaidByXml } from '#cfdi';
import { InvoiceQueries } from '../queries.js';

const message = {
  es: 'El XML de "{path}" paga la factura {uuid} de esta organización. Envíelo como complemento "pago" para que el pago se descuente de su saldo.',
  en: 'The XML of "{path}" pays the invoice {uuid} of this organization. Send it as the complement "pago" so that the payment reduces its balance.',
};

/** Payments that come as XML of the caller's own: nothing is read out of them, so they must pay no invoice of ours. */
@Injectable()
export class CustomPayments {
  constructor(private readonly invoices: InvoiceQueries) {}

  /** Refuses, at the path, XML that pays invoices of the tenant. */
  async check(tenant: Tenant, xml: string, path: string): Promise<Result<void>> {
    const paid = uuidsPaidByXml(xml);
    const [uuid] = paid.length === 0 ? [] : await this.invoices.keepKnown(tenant, paid);
    if (uuid === undefined) return ok(undefined);
    return refuseFields([field(path, 'not_allowed', { location: 'body', message, params: { uuid } })]);
  }
}
