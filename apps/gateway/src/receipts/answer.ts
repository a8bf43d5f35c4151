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
  @ApiProperty({ description: 'How much of it was given back' }) quantity!: number;
}

class ReceiptRefund {
  @ApiProperty() id!: string;
  @ApiProperty(instant) created_at!: string;
  @ApiProperty({ ...nullableText, description: 'Why, as it was sent' }) reason!: string | null;
  @ApiProperty({ description: 'What the customer gets back, taxes included' }) total!: number;
  @ApiProperty({ type: () => [RefundedItem], description: 'What was given back' })
  lines!: readonly RefundedItem[];
  @ApiProperty({ enum: ['done', 'pending', 'undone'], description: 'How far it is' }) status!:
    'done' | 'pending' | 'undone';
  @ApiProperty({ ...nullableText, description: 'The credit note; null for a receipt that was open' })
  credit_note!: string | null;
}

export class Receipt implements ReceiptAnswer {
  @ApiProperty() id!: string;
  @ApiProperty(instant) created_at!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({ type: 'integer', description: 'The version of the API that made it' }) api_version!: number;
  @ApiProperty({ ...instant, description: 'When it was sold' }) date!: string;
  @ApiProperty({ ...instant, description: 'Until when its customer may invoice it in the portal' })
  expires_at!: string;
  @ApiProperty({ enum: RECEIPT_STATUSES, description: 'What became of the sale' })
  status!: ReceiptAnswer['status'];
  @ApiProperty({ description: 'With this its customer invoices it: eight characters, in any case' })
  key!: string;
  @ApiProperty({ ...{ type: String, format: 'uri' }, description: 'The page on which its customer does so' })
  self_invoice_url!: string;
  @ApiProperty({ type: 'integer', description: 'Its number, as printed' }) folio_number!: number;
  @ApiProperty({ description: 'How it was paid (c_FormaPago)' }) payment_form!: string;
  @ApiProperty({ type: () => [InvoiceItem], description: 'Those that are left' })
  items!: ReceiptAnswer['items'];
  @ApiProperty({ description: 'Before discounts and taxes' }) subtotal!: number;
  @ApiProperty({ description: 'The discounts of all items' }) discount!: number;
  @ApiProperty({ description: 'What was paid, less what was given back' }) total!: number;
  @ApiProperty({ type: () => [InvoiceTax], description: 'The taxes of all items, by kind and rate' })
  taxes!: ReceiptAnswer['taxes'];
  @ApiProperty({ description: 'Currency of all amounts, such as MXN (c_Moneda)' }) currency!: string;
  @ApiProperty({ description: 'Pesos for one of the currency; 1 of pesos' }) exchange!: number;
  @ApiProperty({ ...nullableText, description: 'Where it was sold' }) branch!: string | null;
  @ApiProperty({ ...nullableText, description: 'Your own id of it' }) external_id!: string | null;
  @ApiProperty({ ...nullableText, description: 'As it was sent: only one receipt has it' }) idempotency_key!:
    string | null;
  @ApiProperty({ ...nullableText, description: 'Identifier of the invoice that has it' })
  invoice!: string | null;
  @ApiProperty({ ...nullableText, description: 'Identifier of its customer' }) customer!: string | null;
  @ApiProperty({
    type: () => InvoiceCustomer,
    nullable: true,
    description: 'Its customer, with the data of then',
  })
  customer_info!: InvoiceCustomer | null;
  @ApiProperty({ type: () => Address, nullable: true, description: 'null: the organization’s own' })
  address!: Address | null;
  @ApiProperty({ type: () => [ReceiptRefund], description: 'What was given back, the oldest first' })
  refunds!: readonly ReceiptRefund[];
}

class SummarySum {
  @ApiProperty({ description: 'c_Moneda: each currency has a sum of its own' }) currency!: string;
  @ApiProperty({ type: 'integer', description: 'How many' }) receipts!: number;
  @ApiProperty({ description: 'The sum of their totals' }) total!: number;
}
class StatusSum extends SummarySum {
  @ApiProperty({ enum: RECEIPT_STATUSES, description: 'The status of these' }) status!: string;
}
class BranchSum extends SummarySum {
  @ApiProperty({ ...nullableText, description: 'Where they were sold; null: it was not said' }) branch!:
    string | null;
}
class PaymentFormSum extends SummarySum {
  @ApiProperty({ description: 'How they were paid (c_FormaPago)' }) payment_form!: string;
}
class SummaryRow extends SummarySum {
  @ApiProperty({ ...nullableText, description: 'Where they were sold; null: it was not said' }) branch!:
    string | null;
  @ApiProperty({ description: 'How they were paid (c_FormaPago)' }) payment_form!: string;
  @ApiProperty({ enum: RECEIPT_STATUSES, description: 'The status of these' }) status!: string;
}
class SummaryDay {
  @ApiProperty({ type: String, format: 'date', description: 'The day' }) date!: string;
  @ApiProperty({ type: () => [SummarySum], description: 'Of those that are not canceled' })
  totals!: readonly SummarySum[];
  @ApiProperty({
    type: () => [SummaryRow],
    description: 'A row for each branch, payment form, status and currency, canceled ones too',
  })
  rows!: readonly SummaryRow[];
}

/** What was sold on some days. */
export class ReceiptSummary {
  @ApiProperty({ type: String, format: 'date', description: 'The first day' }) from!: string;
  @ApiProperty({ type: String, format: 'date', description: 'The last day' }) to!: string;
  @ApiProperty({ description: 'In which days begin and end' }) timezone!: string;
  @ApiProperty({ type: () => [SummarySum], description: 'Of those that are not canceled' })
  totals!: readonly SummarySum[];
  @ApiProperty({ type: () => [StatusSum], description: 'Of each status, canceled ones too' })
  by_status!: readonly StatusSum[];
  @ApiProperty({ type: () => [BranchSum], description: 'Of those that are not canceled' })
  by_branch!: readonly BranchSum[];
  @ApiProperty({ type: () => [PaymentFormSum], description: 'Of those that are not canceled' })
  by_payment_form!: readonly PaymentFormSum[];
  @ApiProperty({ type: () => [SummaryDay], description: 'Every day of the range, also one without sales' })
  days!: readonly SummaryDay[];
}
