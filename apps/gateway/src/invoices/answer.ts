import { ApiProperty } from '@nestjs/swagger';
import type { InvoiceDoc } from '#contracts';
import { Warning } from '#http';
import { InvoiceComplement } from './complements/answer.js';
import { Address } from '../address.js';
import {
  CANCELLATIONS,
  ImportedDocument,
  instant,
  InvoiceCancellation,
  InvoiceCustomer,
  InvoiceGlobal,
  InvoiceIssuer,
  InvoiceItemPart,
  InvoiceItemProduct,
  InvoiceRelatedDocuments,
  InvoiceStamp,
  InvoiceSupplier,
  InvoiceTax,
  InvoiceThirdParty,
  nullableInstant,
  nullableNumber,
  nullableText,
  STATUSES,
} from './answer-parts.js';

export {
  CANCELLATIONS,
  instant,
  InvoiceCancellation,
  InvoiceCustomer,
  InvoiceIssuer,
  InvoiceRelatedDocuments,
  InvoiceStamp,
  InvoiceTax,
  nullableInstant,
  nullableNumber,
  nullableText,
  STATUSES,
} from './answer-parts.js';

/**
 * Invoices as answered, for the OpenAPI document. Answers leave as the text that the read model has; these classes are
 * never made, and the end of the file holds them to what is stored.
 */

export class InvoiceItem {
  @ApiProperty({ description: 'How many units' }) quantity!: number;
  @ApiProperty({ description: 'Discount of the whole item' }) discount!: number;
  @ApiProperty({ type: () => InvoiceItemProduct, description: 'What is sold, as it was then' })
  product!: InvoiceItemProduct;
  @ApiProperty({ type: () => [InvoiceItemPart], description: 'What the item is made of (Parte)' })
  parts!: readonly InvoiceItemPart[];
  @ApiProperty({ type: [String], description: 'Numbers of the pedimentos by which it was imported' })
  customs_keys!: readonly string[];
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'object' }], nullable: true })
  complement!: string | object | null;
  @ApiProperty({
    type: () => InvoiceThirdParty,
    nullable: true,
    description: 'Whom the item is sold for (ACuentaTerceros)',
  })
  third_party!: InvoiceThirdParty | null;
  @ApiProperty({ type: [String], description: 'Cuentas prediales of the property that is let or sold' })
  property_tax_account!: readonly string[];
}

/** An invoice as answered, with every field in every state. */
export class Invoice {
  @ApiProperty() id!: string;
  @ApiProperty(instant) created_at!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({ enum: ['issuing', 'receiving'], description: 'Who issued it' }) issuer_type!: string;
  @ApiProperty({ description: 'Version of the CFDI: 4' }) cfdi_version!: number;
  @ApiProperty({ enum: STATUSES, description: 'Where it stands' }) status!: string;
  @ApiProperty({ enum: CANCELLATIONS, description: 'How far its cancellation is' })
  cancellation_status!: string;
  @ApiProperty({
    type: () => InvoiceCancellation,
    nullable: true,
    description: 'Its latest request of a cancellation, or how it was canceled elsewhere; null: none',
  })
  cancellation!: InvoiceCancellation | null;
  @ApiProperty({ ...nullableInstant, description: 'When it was canceled; null: it is not' }) canceled_at!:
    string | null;
  @ApiProperty({ enum: ['I', 'E', 'P', 'N', 'T'], description: 'Type of the CFDI (c_TipoDeComprobante)' })
  type!: string;
  @ApiProperty({ ...nullableInstant, description: 'Date of issue; null for drafts without one' })
  date!: string | null;
  @ApiProperty({ type: () => Address, nullable: true, description: 'Place of issue' })
  address!: Address | null;
  @ApiProperty({
    type: () => InvoiceIssuer,
    nullable: true,
    description: 'Its issuer, with the fiscal data that the CFDI has',
  })
  issuer_info!: InvoiceIssuer | null;
  @ApiProperty({
    type: () => InvoiceCustomer,
    nullable: true,
    description: 'Its receiver, with the fiscal data that the CFDI has; null for drafts without one',
  })
  customer!: InvoiceCustomer | null;
  @ApiProperty({ type: () => [InvoiceItem], description: 'What is sold (Conceptos)' })
  items!: readonly InvoiceItem[];
  @ApiProperty({
    description:
      'What is to be paid, taxes included, in `currency`; 0 for types P and T, and for drafts that can’t be computed',
  })
  total!: number;
  @ApiProperty({ ...nullableNumber, description: 'null if the amounts of a draft cannot be computed yet' })
  subtotal!: number | null;
  @ApiProperty({ ...nullableNumber, description: 'Sum of the discounts; null as `subtotal`' }) discount!:
    number | null;
  @ApiProperty({ type: () => [InvoiceTax], description: 'Taxes of the whole document' })
  taxes!: readonly InvoiceTax[];
  @ApiProperty({
    ...nullableNumber,
    description:
      'What is not paid yet, of types I and E once they are stamped, and 0 if they are canceled; else null',
  })
  amount_due!: number | null;
  @ApiProperty({
    ...nullableText,
    enum: ['paid', 'unpaid', null],
    description: 'Of types I and E while they are valid; else null. A PUE invoice counts as paid',
  })
  payment_status!: string | null;
  @ApiProperty({ description: 'Of type P: what was paid, in the currency of the payment; else 0' })
  total_payment_amount!: number;
  @ApiProperty({ description: 'Of type P: what was paid, in MXN; else 0' })
  total_payment_amount_converted!: number;
  @ApiProperty({ type: [String], description: 'Ids of the payments (type P) that have paid it' })
  received_payment_ids!: readonly string[];
  @ApiProperty({ type: [String], description: 'Of type P: ids of the invoices that it pays' })
  target_invoice_ids!: readonly string[];
  @ApiProperty({ ...nullableText, description: 'Folio fiscal; null before the stamp' })
  uuid!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Folio; null before it is issued, unless the draft chose one',
  })
  folio_number!: number | null;
  @ApiProperty({ ...nullableText, description: 'Series; null: without' }) series!: string | null;
  @ApiProperty({ ...nullableText, description: 'Your own identifier of it' }) external_id!: string | null;
  @ApiProperty({ ...nullableText, description: 'The key that it was created with' }) idempotency_key!:
    string | null;
  @ApiProperty({
    ...nullableText,
    description: 'How it is paid (c_FormaPago); null for types P and T, and drafts without',
  })
  payment_form!: string | null;
  @ApiProperty({
    ...nullableText,
    enum: ['PUE', 'PPD', null],
    description: 'When it is paid (c_MetodoPago); null for types P and T',
  })
  payment_method!: string | null;
  @ApiProperty({ description: 'What the customer uses the invoice for (c_UsoCFDI)' }) use!: string;
  @ApiProperty({ description: 'Currency of all amounts, by ISO 4217; XXX for types P and T' })
  currency!: string;
  @ApiProperty({
    ...nullableNumber,
    description: 'MXN for one unit of the currency; null for drafts in another one without a rate',
  })
  exchange!: number | null;
  @ApiProperty({ ...nullableText, description: 'Payment terms (CondicionesDePago)' }) conditions!:
    string | null;
  @ApiProperty({ description: 'Whether the goods leave the country (c_Exportacion)' }) export!: string;
  @ApiProperty({
    type: () => InvoiceGlobal,
    nullable: true,
    description: 'Of a global invoice: the period of its sales; else null',
  })
  global!: InvoiceGlobal | null;
  @ApiProperty({
    type: () => [InvoiceRelatedDocuments],
    description: 'Documents that it relates to (CfdiRelacionados)',
  })
  related_documents!: readonly InvoiceRelatedDocuments[];
  @ApiProperty({
    type: () => [InvoiceComplement],
    description: 'Complements, in the order in which they were sent',
  })
  complements!: readonly object[];
  @ApiProperty({ ...nullableText, description: 'XML of the Addenda, which the stamp does not cover' })
  addenda!: string | null;
  @ApiProperty({ type: [Object] }) namespaces!: readonly object[];
  @ApiProperty({
    type: () => InvoiceThirdParty,
    nullable: true,
    description: 'Of type P: whom the payment was received for; else null',
  })
  third_party!: InvoiceThirdParty | null;
  @ApiProperty({ ...nullableText, description: 'Text of your own in the PDF' }) pdf_custom_section!:
    string | null;
  @ApiProperty({
    type: Object,
    nullable: true,
    description: 'What its PDF shows where it differs from the organization’s settings',
  })
  pdf_options!: object | null;
  @ApiProperty({ description: 'Whether a draft passes every check that is possible before the stamp' })
  is_ready_to_stamp!: boolean;
  @ApiProperty({ ...nullableText, description: 'The URL in the printed QR code' })
  verification_url!: string | null;
  @ApiProperty({ ...nullableText, description: 'URL of the QR code of its Carta Porte; null: it has none' })
  verification_carta_porte!: string | null;
  @ApiProperty({
    type: () => InvoiceStamp,
    nullable: true,
    description: 'What the stamp says; null before it',
  })
  stamp!: InvoiceStamp | null;
  @ApiProperty({
    type: () => ImportedDocument,
    required: false,
    description: 'Of a document that was issued elsewhere; no other has it',
  })
  imported?: ImportedDocument;
  @ApiProperty({
    type: () => InvoiceSupplier,
    required: false,
    nullable: true,
    description: 'Of a document that was received; no other has it',
  })
  supplier?: InvoiceSupplier | null;
}

/** An invoice as the request that makes or edits it is answered. */
export class WarnedInvoice extends Invoice {
  @ApiProperty({
    type: () => [Warning],
    description: 'What was taken, and is probably not what was meant; empty if nothing is',
  })
  warnings!: readonly Warning[];
}

/** The same fields of the same types, in all depths: what is an answer of one is an answer of the other. */
export type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : never) : never;
/** What only complements, their options and closed lists of values say more closely than the document does. */
type Loose = 'complements' | 'namespaces' | 'pdf_options' | 'items' | 'taxes' | 'cancellation' | 'imported';
export type Text<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends string
    ? string
    : Of[Name] extends string | null
      ? string | null
      : Of[Name];
};

/** Fails to compile where the description of an invoice and the stored answer differ in a field. */
export const describesTheAnswer: readonly [
  Same<keyof Invoice, keyof InvoiceDoc>,
  Same<Text<Omit<Invoice, Loose>>, Text<Omit<InvoiceDoc, Loose>>>,
  Same<keyof InvoiceItem, keyof InvoiceDoc['items'][number]>,
  Same<keyof InvoiceItemProduct, keyof InvoiceDoc['items'][number]['product']>,
  Same<keyof InvoiceTax, keyof InvoiceDoc['taxes'][number]>,
  Same<keyof InvoiceCancellation, keyof NonNullable<InvoiceDoc['cancellation']>>,
] = [true, true, true, true, true, true];
