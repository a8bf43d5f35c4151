import { paymentMethodNames, typeNames } from '#billing';
import {
  DateRange,
  Flag,
  IdRef,
  Integer,
  ListOf,
  ListQuery,
  Nested,
  OneOf,
  Text,
  type DateRangeInput,
} from '#http';

const OPTIONAL = { optional: true } as const;
/** null takes the value away again. */
const CLEARABLE = { optional: true, nullable: true } as const;

export class AsyncQuery {
  @Flag({ ...OPTIONAL, description: 'Answer immediately and stamp afterwards' }) async?: boolean;
}

/** What to stamp a draft with. Client 3.6 puts what is meant for the query into the body, as `params`. */
export class StampBody extends AsyncQuery {
  @Nested(() => AsyncQuery, { ...CLEARABLE, description: 'The same, as older clients send it' })
  params?: AsyncQuery | null;
}

export class CancelQuery {
  @OneOf(['01', '02', '03', '04'], { ...OPTIONAL, description: 'c_Motivo; required for a stamped invoice' })
  motive?: '01' | '02' | '03' | '04';
  @Text({ ...OPTIONAL, max: 36, description: 'Identifier or UUID of the replacing invoice, with motive 01' })
  substitution?: string;
}

export class ListInvoicesQuery extends ListQuery {
  @Text({
    ...OPTIONAL,
    max: 200,
    description:
      'Part of a description or of the customer name; or exactly the id, uuid, RFC, folio or total',
  })
  q?: string;
  @IdRef({ ...OPTIONAL, description: 'Of received documents, the supplier' }) customer?: string;
  @IdRef({ ...OPTIONAL, description: 'Received documents of this supplier' }) supplier?: string;
  @OneOf(['I', 'E', 'P', 'N', 'T'], {
    ...OPTIONAL,
    valueNames: typeNames,
    description: 'Invoices of this type',
  })
  type?: string;
  @OneOf(['PUE', 'PPD'], {
    ...OPTIONAL,
    valueNames: paymentMethodNames,
    description: 'Invoices with this method of payment',
  })
  payment_method?: string;
  @Integer({ ...OPTIONAL, min: 1, description: 'The folio, exactly' }) folio_number?: number;
  @Text({ ...OPTIONAL, max: 25, description: 'The series, exactly' }) series?: string;
  @Text({ ...OPTIONAL, max: 100, description: 'Your own identifier, exactly' }) external_id?: string;
  @OneOf(['issuing', 'receiving'], {
    ...OPTIONAL,
    default: 'issuing',
    description: 'receiving: what was issued to the organization; so it is, too, where a supplier is named',
  })
  issuer_type?: string;
  @ListOf(
    { kind: 'oneOf', values: ['none', 'accepted', 'pending', 'rejected', 'expired', 'verifying'] },
    { ...OPTIONAL, max: 6, description: 'Invoices whose cancellation is in one of these states' },
  )
  cancellation_status?: string[];
  @ListOf(
    { kind: 'oneOf', values: ['draft', 'pending', 'valid', 'canceled', 'failed'] },
    { ...OPTIONAL, max: 5, description: 'Invoices in one of these states' },
  )
  status?: string[];
  @Text({
    ...OPTIONAL,
    exact: 36,
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    expected: 'UUID',
    description: 'The folio fiscal',
  })
  uuid?: string;
  @OneOf(['paid', 'unpaid'], { ...OPTIONAL, description: 'Invoices that are paid, or not' })
  payment_status?: string;
  @DateRange({ ...OPTIONAL, description: 'Date of the invoice' }) date?: DateRangeInput;
}
