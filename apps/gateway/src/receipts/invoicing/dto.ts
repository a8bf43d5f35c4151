import { ApiProperty, PickType } from '@nestjs/swagger';
import { hints } from '#billing';
import { MAX_GLOBAL_RECEIPTS, PERIODICITIES, type Periodicity } from '#contracts';
import { DateTime, Flag, IdRef, ListOf, OneOf, Text, idRef, text } from '#http';
import { CreateInvoiceBody } from '../../invoices/dto.js';

const OPTIONAL = { optional: true } as const;
const CLEARABLE = { optional: true, nullable: true } as const;

/** The most receipts that one request names by their keys. */
const MAX_KEYS = 1_000;

/** An invoice of one receipt: what it has beside the receipt, by the rules of POST /invoices. */
export class InvoiceReceiptBody extends PickType(CreateInvoiceBody, [
  'customer',
  'use',
  'conditions',
  'folio_number',
  'series',
  'pdf_custom_section',
  'addenda',
  'namespaces',
  'pdf_options',
] as const) {}

/** Receipts by their keys, and the customer that they are invoiced to. */
export class PreviewToInvoiceBody extends PickType(CreateInvoiceBody, ['customer', 'use'] as const) {
  // Longer than a key is: one that is typed wrong is not found, and its place is named.
  @ListOf(text({ min: 1, max: 40 }), {
    ...{ min: 1, max: MAX_KEYS, alsoCalled: ['claves', 'receipts'] },
    description: 'Keys of receipts, in upper or lower case; a key that is named twice counts once',
    example: ['7KQM3X2P'],
  })
  keys!: string[];
}

export class ToInvoiceBody extends PreviewToInvoiceBody {
  @Flag({ ...OPTIONAL, default: false, description: 'Answer what the invoice would be, and issue nothing' })
  dry_run?: boolean;
  @Text({
    ...{ ...CLEARABLE, exact: 2, hint: hints.payment_form, alsoCalled: ['forma_pago', 'forma_de_pago'] },
    description: 'How the sales were paid (c_FormaPago); by default, as the receipt with the highest total',
  })
  payment_form?: string | null;
}

export class GlobalInvoiceBody extends PickType(CreateInvoiceBody, ['folio_number', 'series'] as const) {
  @DateTime({
    ...OPTIONAL,
    description: 'First day; by default, that of the last complete period. Required with "receipts"',
  })
  from?: string;
  @DateTime({
    ...OPTIONAL,
    description: 'Last day; by default, that of the last complete period. Required with "receipts"',
  })
  to?: string;
  @OneOf(PERIODICITIES, { ...OPTIONAL, description: 'By default, the periodicity of the organization' })
  periodicity?: Periodicity;
  @Text({
    ...{ ...OPTIONAL, exact: 2, hint: hints.months },
    description: 'Month of the sales, or 13 to 18 for two (c_Meses); by default, the month of "to"',
  })
  months?: string;
  @DateTime({
    ...CLEARABLE,
    description: 'By default, the end of "to" if that is within the last 72 hours; otherwise, now',
  })
  date?: string | null;
  @Text({
    ...{ ...CLEARABLE, exact: 2, hint: hints.payment_form, alsoCalled: ['forma_pago', 'forma_de_pago'] },
    description: 'c_FormaPago: only receipts of this form; by default, of all of them',
  })
  payment_form?: string | null;
  @ListOf(idRef(), {
    ...{ ...OPTIONAL, min: 1, max: MAX_GLOBAL_RECEIPTS },
    description: 'Only these receipts; by default, all open ones of the period',
  })
  receipts?: string[];
  @IdRef({
    ...OPTIONAL,
    description:
      'Only the open receipts of this import; by default "from" and "to" are their first and last day',
  })
  import?: string;
  @Flag({
    ...{ ...OPTIONAL, default: false },
    description: `Invoice the oldest ${MAX_GLOBAL_RECEIPTS} where there are more, instead of refusing`,
  })
  limit_to_max_receipts?: boolean;
  @Flag({ ...OPTIONAL, default: false, description: 'Answer what the invoice would be, and issue nothing' })
  dry_run?: boolean;
}

/** What an invoice of receipts would be. */
export class ReceiptsSummary {
  @ApiProperty() ok!: boolean;
  @ApiProperty({ enum: [true] }) dry_run!: boolean;
  @ApiProperty({ description: 'What it would come to' }) total!: number;
  @ApiProperty({ example: 'MXN', description: 'Currency of all amounts (c_Moneda)' }) currency!: string;
  @ApiProperty({ description: 'How many receipts it would have' }) receipts!: number;
  @ApiProperty({ description: 'How many items it would have' }) items!: number;
}
