import { Inject, Injectable } from '@nestjs/common';
import { field, ok, refuseFields, type Clock, type Result } from '#kernel';
import type { CustomerSnapshot, ReceiptContent } from '#contracts';
import { CLOCK } from '#hosting';
import { monedas } from '#sat';
import { CustomerResolver } from '../customers/resolver.js';
import { snapshotOf } from '../customers/snapshot.js';
import { InvoiceContents } from '../invoices/content.js';
import type { ContentScope } from '../invoices/scope.js';
import type { AssignCustomerBody, ReceiptBody } from './dto.js';

/** Turns a request's body into what a receipt says: its customer and its lines are read as those of an invoice are. */
@Injectable()
export class ReceiptContents {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly contents: InvoiceContents,
    private readonly customers: CustomerResolver,
  ) {}

  /** The content of a new receipt. */
  async create(scope: ContentScope, body: Partial<ReceiptBody>): Promise<Result<ReceiptContent>> {
    const { branch, folio_number: _, ...sent } = body;
    const now = this.clock.now(scope.tenant).toISOString();
    const read = await this.contents.create(scope, sent);
    if (!read.ok) return read;
    const { value } = read;
    // Of a currency that there is nobody guesses what it is worth; the rules refuse one that there isn't.
    if (value.exchange === null && monedas.has(value.currency, now.slice(0, 10))) {
      const missing = field('exchange', 'required');
      if (!scope.problems) return refuseFields([missing]);
      scope.problems.push(missing);
    }
    return ok({
      date: value.date ?? now,
      payment_form: value.payment_form ?? '',
      items: value.items,
      currency: value.currency,
      exchange: value.exchange ?? '1',
      customer: value.customer,
      address: value.address,
      branch: branch?.trim() || null,
      external_id: value.external_id,
      idempotency_key: value.idempotency_key,
    });
  }

  /** The customer that a receipt is assigned to. */
  async customer(scope: ContentScope, { customer }: AssignCustomerBody): Promise<Result<CustomerSnapshot>> {
    const resolved = await this.customers.receiver(scope, customer);
    return resolved.ok ? ok(snapshotOf(resolved.value)) : resolved;
  }
}
