import { PickType } from '@nestjs/swagger';
import {
  ByType,
  DateRange,
  DateTime,
  IdRef,
  Integer,
  ListOf,
  ListQuery,
  NotAccepted,
  Text,
  idRef,
  nested,
  type DateRangeInput,
} from '#http';
import { hints } from '#billing';
import { CustomerData } from '../customers/dto.js';
import { CreateInvoiceBody, ItemBody, MAX_ITEMS } from '../invoices/dto.js';

const OPTIONAL = { optional: true } as const;
/** null is the same as nothing said. */
const CLEARABLE = { optional: true, nullable: true } as const;

export const RECEIPT_STATUSES = ['open', 'canceled', 'invoiced_to_customer', 'invoiced_globally'] as const;

/** A sale as sent: what it has in common with an invoice is sent as there. */
export class ReceiptBody extends PickType(CreateInvoiceBody, [
  'address',
  'currency',
  'exchange',
  'external_id',
  'folio_number',
] as const) {
  @ByType(
    { string: idRef(), object: nested(() => CustomerData) },
    {
      ...{ ...CLEARABLE, description: 'Identifier of a customer, or its data; most sales have none yet' },
      alsoCalled: ['cliente', 'receptor', 'client'],
    },
  )
  customer?: string | CustomerData | null;
  @ListOf(() => ItemBody, {
    ...{ min: 1, max: MAX_ITEMS, description: 'What was sold' },
    alsoCalled: ['conceptos', 'lines', 'partidas', 'products'],
  })
  items!: ItemBody[];
  @Text({
    ...{
      exact: 2,
      description: 'How the sale was paid: 01 is cash, 04 a credit card (c_FormaPago)',
      hint: hints.payment_form,
    },
    alsoCalled: ['forma_pago', 'forma_de_pago'],
  })
  payment_form!: string;
  @DateTime({ ...CLEARABLE, description: 'When it was sold: not in the future; by default, now' })
  date?: string | null;
  @Text({ ...CLEARABLE, max: 100, description: 'Where it was sold', alsoCalled: ['sucursal', 'store'] })
  branch?: string | null;
  @Text({ ...CLEARABLE, max: 255, min: 0, description: 'The service creates only one receipt for each key' })
  idempotency_key?: string | null;

  @NotAccepted() id?: never;
  @NotAccepted() created_at?: never;
  @NotAccepted() livemode?: never;
  @NotAccepted() organization?: never;
  @NotAccepted() api_version?: never;
  @NotAccepted() key?: never;
  @NotAccepted() status?: never;
  @NotAccepted() expires_at?: never;
  @NotAccepted() self_invoice_url?: never;
  @NotAccepted() invoice?: never;
  @NotAccepted() total?: never;
}

export class AssignCustomerBody {
  @ByType(
    { string: idRef(), object: nested(() => CustomerData) },
    { description: 'Identifier of a customer, or its data', alsoCalled: ['cliente', 'receptor', 'client'] },
  )
  customer!: string | CustomerData;
}

export class ListReceipts extends ListQuery {
  @Text({ ...OPTIONAL, max: 200, description: 'Part of the description or of the SKU of what was sold' })
  q?: string;
  @IdRef({ ...OPTIONAL, description: 'Identifier of its customer' }) customer?: string;
  @Text({ ...OPTIONAL, exact: 2, description: 'c_FormaPago', hint: hints.payment_form })
  payment_form?: string;
  @IdRef({ ...OPTIONAL, description: 'Identifier of the invoice that has it' }) invoice?: string;
  @ListOf(
    { kind: 'oneOf', values: [...RECEIPT_STATUSES] },
    { ...OPTIONAL, max: 4, description: 'Only those of these statuses' },
  )
  status?: string[];
  @Text({ ...OPTIONAL, max: 100, description: 'The branch, exactly' }) branch?: string;
  @Text({ ...OPTIONAL, max: 100, description: 'Your own id of it, exactly' }) external_id?: string;
  @Text({ ...OPTIONAL, max: 20, description: 'The key that its customer has, in any case' }) key?: string;
  @Integer({ ...OPTIONAL, min: 1, description: 'Its number, as printed' }) folio_number?: number;
  @DateRange({ ...OPTIONAL, description: 'When it was sold' }) date?: DateRangeInput;
}

export class SummaryQuery {
  @DateTime({
    ...OPTIONAL,
    description: 'The first day, in the time zone of the organization; by default, today',
  })
  from?: string;
  @DateTime({
    ...{ ...OPTIONAL, description: 'The last day, which counts; by default, the first. At most 62 days' },
    alsoCalled: ['until', 'hasta'],
  })
  to?: string;
}
