import { ApiProperty } from '@nestjs/swagger';
import type { ReceiptAnswer } from '#answers';
import { Address } from '../address.js';
import { InvoiceCustomer, InvoiceItem, InvoiceTax } from '../invoices/answer.js';
import { RECEIPT_STATUSES } from './dto.js';

/** Receipts as answered, for the OpenAPI document: as with invoices, these classes are never made. */

const nullableText = { type: String, nullable: true } as const;
const instant = { type: String, format: 'date-time' } as const;

class RefundedItem {
  @ApiProperty({ type: 'integer', description: 'Place of the item as it was sold, from 0' }) item!: number;
  @ApiProperty() quantity!: number;
}

class ReceiptRefund {
  @ApiProperty() id!: string;
  @ApiProperty(instant) created_at!: string;
  @ApiProperty(nullableText) reason!: string | null;
  @ApiProperty({ description: 'What the customer gets back, taxes included' }) total!: number;
  @ApiProperty({ type: () => [RefundedItem] }) lines!: readonly RefundedItem[];
  @ApiProperty({ enum: ['done', 'pending', 'undone'] }) status!: 'done' | 'pending' | 'undone';
  @ApiProperty({ ...nullableText, description: 'The credit note; null for a receipt that was open' })
  credit_note!: string | null;
}

export class Receipt implements ReceiptAnswer {
  @ApiProperty() id!: string;
  @ApiProperty(instant) created_at!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({ type: 'integer' }) api_version!: number;
  @ApiProperty({ ...instant, description: 'When it was sold' }) date!: string;
  @ApiProperty({ ...instant, description: 'Until when its customer may invoice it in the portal' })
  expires_at!: string;
  @ApiProperty({ enum: RECEIPT_STATUSES }) status!: ReceiptAnswer['status'];
  @ApiProperty({ description: 'With this its customer invoices it: eight characters, in any case' })
  key!: string;
  @ApiProperty({ ...{ type: String, format: 'uri' }, description: 'The page on which its customer does so' })
  self_invoice_url!: string;
  @ApiProperty({ type: 'integer' }) folio_number!: number;
  @ApiProperty() payment_form!: string;
  @ApiProperty({ type: () => [InvoiceItem], description: 'Those that are left' })
  items!: ReceiptAnswer['items'];
  @ApiProperty() subtotal!: number;
  @ApiProperty() discount!: number;
  @ApiProperty() total!: number;
  @ApiProperty({ type: () => [InvoiceTax] }) taxes!: ReceiptAnswer['taxes'];
  @ApiProperty() currency!: string;
  @ApiProperty() exchange!: number;
  @ApiProperty(nullableText) branch!: string | null;
  @ApiProperty(nullableText) external_id!: string | null;
  @ApiProperty(nullableText) idempotency_key!: string | null;
  @ApiProperty({ ...nullableText, description: 'Identifier of the invoice that has it' })
  invoice!: string | null;
  @ApiProperty({ ...nullableText, description: 'Identifier of its customer' }) customer!: string | null;
  @ApiProperty({ type: () => InvoiceCustomer, nullable: true }) customer_info!: InvoiceCustomer | null;
  @ApiProperty({ type: () => Address, nullable: true, description: 'null: the organization’s own' })
  address!: Address | null;
  @ApiProperty({ type: () => [ReceiptRefund] }) refunds!: readonly ReceiptRefund[];
}

class SummarySum {
  @ApiProperty() currency!: string;
  @ApiProperty({ type: 'integer', description: 'How many' }) receipts!: number;
  @ApiProperty({ description: 'The sum of their totals' }) total!: number;
}
class StatusSum extends SummarySum {
  @ApiProperty({ enum: RECEIPT_STATUSES }) status!: string;
}
class BranchSum extends SummarySum {
  @ApiProperty(nullableText) branch!: string | null;
}
class PaymentFormSum extends SummarySum {
  @ApiProperty() payment_form!: string;
}
class SummaryRow extends SummarySum {
  @ApiProperty(nullableText) branch!: string | null;
  @ApiProperty() payment_form!: string;
  @ApiProperty({ enum: RECEIPT_STATUSES }) status!: string;
}
class SummaryDay {
  @ApiProperty({ type: String, format: 'date' }) date!: string;
  @ApiProperty({ type: () => [SummarySum], description: 'Of those that are not canceled' })
  totals!: readonly SummarySum[];
  @ApiProperty({ type: () => [SummaryRow] }) rows!: readonly SummaryRow[];
}

/** What was sold on some days. */
export class ReceiptSummary {
  @ApiProperty({ type: String, format: 'date' }) from!: string;
  @ApiProperty({ type: String, format: 'date' }) to!: string;
  @ApiProperty({ description: 'In which days begin and end' }) timezone!: string;
  @ApiProperty({ type: () => [SummarySum], description: 'Of those that are not canceled' })
  totals!: readonly SummarySum[];
  @ApiProperty({ type: () => [StatusSum] }) by_status!: readonly StatusSum[];
  @ApiProperty({ type: () => [BranchSum], description: 'Of those that are not canceled' })
  by_branch!: readonly BranchSum[];
  @ApiProperty({ type: () => [PaymentFormSum], description: 'Of those that are not canceled' })
  by_payment_form!: readonly PaymentFormSum[];
  @ApiProperty({ type: () => [SummaryDay], description: 'Every day of the range, also one without sales' })
  days!: readonly SummaryDay[];
}
