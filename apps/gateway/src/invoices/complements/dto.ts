import { ApiExtraModels } from '@nestjs/swagger';
import { Amount, DateTime, Flag, Integer, Json, ListOf, OneOf, Text } from '#http';
import { complementNames, hints, taxNames } from '#billing';

const OPTIONAL = { optional: true } as const;
const UUID = { pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, expected: 'UUID', max: 36 } as const;

export const COMPLEMENTS = [
  'pago',
  'nomina',
  'carta_porte',
  'comercio_exterior',
  'leyendas_fiscales',
  'custom',
] as const;

export class NamespaceBody {
  @Text({
    max: 60,
    pattern: /^[A-Za-z_][\w.-]*$/,
    expected: 'NCName',
    description: 'Prefix of the namespace',
  })
  prefix!: string;
  @Text({ max: 500, description: 'Address that names the namespace, as `xmlns` has it' }) uri!: string;
  @Text({ max: 500, description: 'Where its schema (XSD) is' }) schema_location!: string;
}

export class PaymentTaxBody {
  @Amount({ min: 0, description: 'Base of the paid part, in the currency of the document' }) base!: string;
  @OneOf(['IVA', 'ISR', 'IEPS'], {
    ...OPTIONAL,
    default: 'IVA',
    valueNames: taxNames,
    description: 'Tax of the paid invoice, in proportion to what is paid',
  })
  type?: 'IVA' | 'ISR' | 'IEPS';
  @Amount({ ...OPTIONAL, min: 0, description: 'Rate (0.16), or amount per unit; none with Exento' })
  rate?: string;
  @OneOf(['Tasa', 'Cuota', 'Exento'], { ...OPTIONAL, default: 'Tasa', description: 'How it is worked out' })
  factor?: 'Tasa' | 'Cuota' | 'Exento';
  @Flag({ ...OPTIONAL, default: false, description: 'Whether it is withheld' }) withholding?: boolean;
  @Amount({ ...OPTIONAL, min: 0, description: 'By default, base x rate' }) amount?: string;
}

export class PaymentDocumentBody {
  @Text({ ...OPTIONAL, ...UUID, description: 'Folio fiscal of the paid invoice' }) uuid?: string;
  @Text({
    ...OPTIONAL,
    max: 36,
    description: 'Id or UUID of an invoice of this organization, which has the other fields',
  })
  invoice?: string;
  @Amount({ above: 0, description: 'Paid part, in the currency of the document' }) amount!: string;
  @Integer({
    ...OPTIONAL,
    min: 1,
    max: 999,
    description: 'NumParcialidad: 1 for the first payment. Known of invoices of this organization',
  })
  installment?: number;
  @Amount({ ...OPTIONAL, above: 0, description: 'Balance before this payment' }) last_balance?: string;
  @ListOf(() => PaymentTaxBody, {
    ...OPTIONAL,
    max: 50,
    description: 'Taxes of the paid part; of invoices of this organization, by default in proportion',
  })
  taxes?: PaymentTaxBody[];
  @OneOf(['01', '02', '03', '04', '05', '06', '07', '08'], {
    ...OPTIONAL,
    description:
      'Whether the paid invoice is subject to taxes (c_ObjetoImp); by default 02 with `taxes`, 01 without',
  })
  taxability?: string;
  @Text({
    ...OPTIONAL,
    exact: 3,
    default: 'MXN',
    description: 'Currency of the paid invoice (c_Moneda)',
    hint: hints.currency,
  })
  currency?: string;
  @Amount({
    ...OPTIONAL,
    above: 0,
    description:
      "Units of the document's currency for one of the payment's; that of the payment for one in MXN",
  })
  exchange?: string;
  @Integer({ ...OPTIONAL, min: 1, max: 999_999_999_999, description: 'Folio of the paid invoice' })
  folio_number?: number;
  @Text({ ...OPTIONAL, max: 25, description: 'Series of the paid invoice' }) series?: string;
  @Amount({
    ...OPTIONAL,
    min: 0,
    description: 'Not used: payment summaries have it, and can be sent as they are',
  })
  total?: string;
}

/** A payment; `invoice` and `amount` alone stand for its only document. */
export class PaymentBody {
  @Text({
    exact: 2,
    description: 'How it was paid, never 99 (c_FormaPago: `GET /v2/catalogs/sat/payment-forms`)',
    hint: hints.payment_form,
    alsoCalled: ['forma_pago'],
  })
  payment_form!: string;
  @ListOf(() => PaymentDocumentBody, {
    ...OPTIONAL,
    max: 1000,
    description: 'The invoices that it pays; required without `invoice` and `amount`',
  })
  related_documents?: PaymentDocumentBody[];
  @Text({
    ...OPTIONAL,
    exact: 3,
    default: 'MXN',
    description: 'Currency of the payment (c_Moneda)',
    hint: hints.currency,
  })
  currency?: string;
  @Amount({ ...OPTIONAL, above: 0, description: 'MXN for one unit of its currency; required unless MXN' })
  exchange?: string;
  @DateTime({ ...OPTIONAL, description: 'Not in the future; by default, now' }) date?: string;
  @Text({
    ...OPTIONAL,
    max: 36,
    description: 'Id or UUID of the paid invoice, instead of a list of documents',
  })
  invoice?: string;
  @Amount({ ...OPTIONAL, above: 0, description: 'Amount paid of that invoice' }) amount?: string;
  @Text({
    ...OPTIONAL,
    max: 100,
    description: 'Number of the operation: that of the check, the transfer or the authorization',
  })
  numOperacion?: string;
  @Text({ ...OPTIONAL, max: 13, description: 'RFC of the bank of the payer' }) rfcEmisorCtaOrd?: string;
  @Text({ ...OPTIONAL, max: 300, description: 'Name of the bank of the payer, where it is foreign' })
  nomBancoOrdExt?: string;
  @Text({
    ...OPTIONAL,
    max: 50,
    description: 'Account, card or wallet that the payment came from; only of forms of payment by a bank',
  })
  ctaOrdenante?: string;
  @Text({ ...OPTIONAL, max: 12, description: 'RFC of the bank of the payee' }) rfcEmisorCtaBen?: string;
  @Text({
    ...OPTIONAL,
    max: 50,
    description: 'Account that the payment went to; only of forms of payment by a bank',
  })
  ctaBeneficiario?: string;
  @Text({
    ...OPTIONAL,
    max: 2,
    description:
      'Kind of the proof of an electronic transfer (payment form 03), 01 is SPEI: it needs `certPago`, `cadPago` and `selloPago`',
  })
  tipoCadPago?: string;
  @Text({
    ...OPTIONAL,
    max: 10_000,
    description: 'Certificate of the payment, in base64; with `tipoCadPago`',
  })
  certPago?: string;
  @Text({ ...OPTIONAL, max: 8192, description: 'Cadena original of the payment; with `tipoCadPago`' })
  cadPago?: string;
  @Text({ ...OPTIONAL, max: 10_000, description: 'Sello of the payment, in base64; with `tipoCadPago`' })
  selloPago?: string;
}

/** Validates the list of payments, or the only one, that a complement carries. */
export class PaymentsBody {
  @ListOf(() => PaymentBody, { min: 1, max: 100 }) data!: PaymentBody[];
}

/** A complement as it is sent: what `data` must be follows from `type`. The document has `schemas.ts` in its place. */
@ApiExtraModels(PaymentBody)
export class ComplementBody {
  @OneOf(COMPLEMENTS, { valueNames: complementNames, alsoCalled: ['tipo'] })
  type!: (typeof COMPLEMENTS)[number];
  @Json({
    maxBytes: 2_000_000,
    description:
      'pago: a list of payments, or one; nomina, carta_porte, comercio_exterior, leyendas_fiscales: an object; custom: XML',
  })
  data!: unknown;
}
