import { Injectable } from '@nestjs/common';
import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import { replacementOf } from '#billing';
import type { Complement, JsonObject, RelatedDocuments } from '#contracts';
import type { ContentScope } from '../scope.js';
import { validate } from '#http';
import { PaymentsBody, type ComplementBody } from './dto.js';
import { CustomPayments } from './custom-payments.js';
import { ForeignTrade } from './foreign-trade.js';
import { PaymentResolver } from './payments.js';
import { withDays } from './payroll-days.js';

/**
 * Complements as they are sent become complements as an invoice keeps them: payments are made complete from the
 * invoices that they pay, foreign trade takes domiciles from the organization and from customers. What the rest says is
 * judged by the engine, which names the field.
 */
@Injectable()
export class InvoiceComplements {
  constructor(
    private readonly payments: PaymentResolver,
    private readonly foreignTrade: ForeignTrade,
    private readonly customPayments: CustomPayments,
  ) {}

  /**
   * Refuses with details at `complements[i].data...`.
   * @param related what the document that has them relates to
   */
  async resolve(
    scope: ContentScope,
    bodies: readonly ComplementBody[],
    related: readonly RelatedDocuments[],
  ): Promise<Result<readonly Complement[]>> {
    const details: Detail[] = [];
    const complements: Complement[] = [];
    const replacing = replacementOf(related);
    for (const [index, body] of bodies.entries()) {
      const resolved = await this.one(scope, body, `complements[${index}].data`, replacing);
      if (resolved.ok) complements.push(resolved.value);
      else if (resolved.refusal.details) details.push(...resolved.refusal.details);
      else return resolved;
    }
    return details.length > 0 ? refuseFields(details) : ok(complements);
  }

  private async one(
    scope: ContentScope,
    { type, data }: ComplementBody,
    path: string,
    replacing: readonly string[],
  ): Promise<Result<Complement>> {
    if (type === 'pago') {
      const body = validate(PaymentsBody, { data: Array.isArray(data) ? data : [data] }, 'body');
      if (!body.ok) return under(path, body.refusal.details ?? []);
      const payments = await this.payments.resolve(scope, body.value.data, path, replacing);
      return payments.ok ? ok({ type, data: payments.value }) : payments;
    }
    if (type === 'custom') {
      if (typeof data !== 'string') return invalidType(path, 'string');
      const checked = await this.customPayments.check(scope.tenant, data, path);
      return checked.ok ? ok({ type, data }) : checked;
    }
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return invalidType(path, 'object');
    if (type === 'nomina') return ok({ type, data: withDays(data as JsonObject, scope.timeZone) });
    if (type !== 'comercio_exterior') return ok({ type, data: data as JsonObject });
    const resolved = await this.foreignTrade.resolve(scope, data as JsonObject, path);
    return resolved.ok ? ok({ type, data: resolved.value }) : resolved;
  }
}

const invalidType = (path: string, expected: string) =>
  refuseFields([field(path, 'invalid_type', { location: 'body', params: { expected } })]);

/** Details of a value that was validated apart, at its place in the body: `data[0].amount` of one payment or of a list. */
const under = (path: string, details: readonly Detail[]) =>
  refuseFields(
    details.map((detail) => ({ ...detail, path: `${path}${(detail.path ?? '').replace(/^data/, '')}` })),
  );
