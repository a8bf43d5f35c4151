import { ApiProperty } from '@nestjs/swagger';
import { INVOICE_SOURCES, type InvoiceDoc } from '#contracts';
import { Warning } from '#http';
import { Address } from '../address.js';
import { ProductLocalTax, ProductTax } from '../products/dto.js';
import { InvoiceComplement } from './complements/answer.js';

/**
 * Invoices as answered, for the OpenAPI document. Answers leave as the text that the read model has; these classes are
 * never made, and the end of the file holds them to what is stored.
 */

export const nullableText = { type: String, nullable: true } as const;
export const nullableNumber = { type: Number, nullable: true } as const;
export const instant = { type: String, format: 'date-time' } as const;
export const nullableInstant = { ...instant, nullable: true } as const;

export const STATUSES = ['draft', 'pending', 'valid', 'canceled', 'failed'] as const;
export const CANCELLATIONS = ['none', 'verifying', 'pending', 'accepted', 'rejected', 'expired'] as const;

export class InvoiceCustomer {
  @ApiProperty(nullableText) id!: string | null;
  @ApiProperty() legal_name!: string;
  @ApiProperty(nullableText) tax_id!: string | null;
  @ApiProperty(nullableText) tax_system!: string | null;
  @ApiProperty(nullableText) email!: string | null;
  @ApiProperty({ type: () => Address }) address!: Address;
}

export class InvoiceIssuer {
  @ApiProperty() legal_name!: string;
  @ApiProperty() tax_id!: string;
  @ApiProperty() tax_system!: string;
  @ApiProperty({ type: () => Address }) address!: Address;
}

class InvoiceItemProduct {
  @ApiProperty({ ...nullableText, description: 'null if the invoice itself describes the product' })
  id!: string | null;
  @ApiProperty() description!: string;
  @ApiProperty() product_key!: string;
  @ApiProperty() unit_key!: string;
  @ApiProperty(nullableText) unit_name!: string | null;
  @ApiProperty() price!: number;
  @ApiProperty() tax_included!: boolean;
  @ApiProperty() taxability!: string;
  @ApiProperty({ type: () => [ProductTax] }) taxes!: readonly ProductTax[];
  @ApiProperty({ type: () => [ProductLocalTax] }) local_taxes!: readonly ProductLocalTax[];
  @ApiProperty(nullableText) sku!: string | null;
}

class InvoiceItemPart {
  @ApiProperty() description!: string;
  @ApiProperty() product_key!: string;
  @ApiProperty() quantity!: number;
  @ApiProperty(nullableText) sku!: string | null;
  @ApiProperty(nullableNumber) unit_price!: number | null;
  @ApiProperty(nullableText) unit_name!: string | null;
  @ApiProperty({ type: [String] }) customs_keys!: readonly string[];
}

class InvoiceThirdParty {
  @ApiProperty() legal_name!: string;
  @ApiProperty() tax_id!: string;
  @ApiProperty() tax_system!: string;
  @ApiProperty() zip!: string;
}

export class InvoiceItem {
  @ApiProperty() quantity!: number;
  @ApiProperty({ description: 'Discount of the whole item' }) discount!: number;
  @ApiProperty({ type: () => InvoiceItemProduct }) product!: InvoiceItemProduct;
  @ApiProperty({ type: () => [InvoiceItemPart] }) parts!: readonly InvoiceItemPart[];
  @ApiProperty({ type: [String] }) customs_keys!: readonly string[];
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'object' }], nullable: true })
  complement!: string | object | null;
  @ApiProperty({ type: () => InvoiceThirdParty, nullable: true }) third_party!: InvoiceThirdParty | null;
  @ApiProperty({ type: [String] }) property_tax_account!: readonly string[];
}

export class InvoiceTax {
  @ApiProperty({ description: 'IVA, ISR, IEPS, or the name of a local tax' }) type!: string;
  @ApiProperty({ enum: ['Tasa', 'Cuota', 'Exento'] }) factor!: string;
  @ApiProperty({
    ...nullableNumber,
    description: 'null in the summary for withheld and exempt taxes, which have no rate there',
  })
  rate!: number | null;
  @ApiProperty(nullableNumber) base!: number | null;
  @ApiProperty(nullableNumber) amount!: number | null;
  @ApiProperty() withholding!: boolean;
  @ApiProperty({ description: 'True for a tax of a state or a municipality' }) local!: boolean;
}

export class InvoiceRelatedDocuments {
  @ApiProperty() relationship!: string;
  @ApiProperty({ type: [String] }) documents!: readonly string[];
  @ApiProperty({ ...nullableText, description: 'The first document, for older clients' })
  uuid!: string | null;
}

class InvoiceGlobal {
  @ApiProperty() periodicity!: string;
  @ApiProperty() months!: string;
  @ApiProperty() year!: number;
}

export class InvoiceCancellation {
  @ApiProperty(instant) requested_at!: string;
  @ApiProperty({ enum: CANCELLATIONS }) status!: string;
  @ApiProperty(instant) last_checked!: string;
  @ApiProperty({ ...nullableText, description: 'null if it was canceled outside this service' })
  motive!: string | null;
  @ApiProperty(nullableText) substitutionUUID!: string | null;
}

export class InvoiceStamp {
  @ApiProperty({ description: 'The issuer’s sello' }) signature!: string;
  @ApiProperty(instant) date!: string;
  @ApiProperty() sat_cert_number!: string;
  @ApiProperty() sat_signature!: string;
  @ApiProperty({ description: 'Cadena original of the stamp' }) complement_string!: string;
  @ApiProperty() rfc_provider_cert!: string;
  @ApiProperty() issuer_cert_number!: string;
}

class ImportedDocument {
  @ApiProperty({ enum: INVOICE_SOURCES, description: 'How it came here' }) source!: string;
  @ApiProperty({ ...instant, description: 'When it was imported' }) at!: string;
  @ApiProperty({
    ...nullableText,
    enum: ['valid', 'canceled', 'not_found', null],
    description: 'How the tax authority has it; null if it has not answered yet',
  })
  sat_status!: string | null;
  @ApiProperty(nullableInstant) sat_checked_at!: string | null;
  @ApiProperty({
    ...nullableText,
    enum: ['listed', 'third_party_listed', 'not_listed', null],
    description: 'Whether its issuer is on the list of article 69-B; null if the tax authority does not say',
  })
  efos!: string | null;
  @ApiProperty({
    required: false,
    description: 'Folio as it is written, of a document whose folio_number can’t say it',
  })
  folio?: string;
}

class InvoiceSupplier {
  @ApiProperty() id!: string;
  @ApiProperty() legal_name!: string;
  @ApiProperty() tax_id!: string;
}

/** An invoice as answered, with every field in every state. */
export class Invoice {
  @ApiProperty() id!: string;
  @ApiProperty(instant) created_at!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({ enum: ['issuing', 'receiving'] }) issuer_type!: string;
  @ApiProperty() cfdi_version!: number;
  @ApiProperty({ enum: STATUSES }) status!: string;
  @ApiProperty({ enum: CANCELLATIONS }) cancellation_status!: string;
  @ApiProperty({ type: () => InvoiceCancellation, nullable: true }) cancellation!: InvoiceCancellation | null;
  @ApiProperty(nullableInstant) canceled_at!: string | null;
  @ApiProperty({ enum: ['I', 'E', 'P', 'N', 'T'] }) type!: string;
  @ApiProperty({ ...nullableInstant, description: 'null for drafts without a date' })
  date!: string | null;
  @ApiProperty({ type: () => Address, nullable: true, description: 'Place of issue' })
  address!: Address | null;
  @ApiProperty({ type: () => InvoiceIssuer, nullable: true }) issuer_info!: InvoiceIssuer | null;
  @ApiProperty({ type: () => InvoiceCustomer, nullable: true }) customer!: InvoiceCustomer | null;
  @ApiProperty({ type: () => [InvoiceItem] }) items!: readonly InvoiceItem[];
  @ApiProperty() total!: number;
  @ApiProperty({ ...nullableNumber, description: 'null if the amounts of a draft cannot be computed yet' })
  subtotal!: number | null;
  @ApiProperty(nullableNumber) discount!: number | null;
  @ApiProperty({ type: () => [InvoiceTax], description: 'Taxes of the whole document' })
  taxes!: readonly InvoiceTax[];
  @ApiProperty(nullableNumber) amount_due!: number | null;
  @ApiProperty({ ...nullableText, enum: ['paid', 'unpaid', null] }) payment_status!: string | null;
  @ApiProperty() total_payment_amount!: number;
  @ApiProperty() total_payment_amount_converted!: number;
  @ApiProperty({ type: [String] }) received_payment_ids!: readonly string[];
  @ApiProperty({ type: [String] }) target_invoice_ids!: readonly string[];
  @ApiProperty({ ...nullableText, description: 'Folio fiscal; null before the stamp' })
  uuid!: string | null;
  @ApiProperty({ type: 'integer', nullable: true }) folio_number!: number | null;
  @ApiProperty(nullableText) series!: string | null;
  @ApiProperty(nullableText) external_id!: string | null;
  @ApiProperty(nullableText) idempotency_key!: string | null;
  @ApiProperty(nullableText) payment_form!: string | null;
  @ApiProperty({ ...nullableText, enum: ['PUE', 'PPD', null], description: 'null for types P and T' })
  payment_method!: string | null;
  @ApiProperty() use!: string;
  @ApiProperty() currency!: string;
  @ApiProperty({ ...nullableNumber, description: 'null for drafts in another currency without a rate' })
  exchange!: number | null;
  @ApiProperty(nullableText) conditions!: string | null;
  @ApiProperty() export!: string;
  @ApiProperty({ type: () => InvoiceGlobal, nullable: true }) global!: InvoiceGlobal | null;
  @ApiProperty({ type: () => [InvoiceRelatedDocuments] })
  related_documents!: readonly InvoiceRelatedDocuments[];
  @ApiProperty({
    type: () => [InvoiceComplement],
    description: 'Complements, in the order in which they were sent',
  })
  complements!: readonly object[];
  @ApiProperty(nullableText) addenda!: string | null;
  @ApiProperty({ type: [Object] }) namespaces!: readonly object[];
  @ApiProperty({ type: () => InvoiceThirdParty, nullable: true }) third_party!: InvoiceThirdParty | null;
  @ApiProperty(nullableText) pdf_custom_section!: string | null;
  @ApiProperty({ type: Object, nullable: true }) pdf_options!: object | null;
  @ApiProperty({ description: 'Whether a draft passes every check that is possible before the stamp' })
  is_ready_to_stamp!: boolean;
  @ApiProperty({ ...nullableText, description: 'The URL in the printed QR code' })
  verification_url!: string | null;
  @ApiProperty(nullableText) verification_carta_porte!: string | null;
  @ApiProperty({ type: () => InvoiceStamp, nullable: true }) stamp!: InvoiceStamp | null;
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
