import { ApiProperty } from '@nestjs/swagger';
import type { RetentionDoc, RetentionTaxDoc, RetentionTotalsDoc } from '#contracts';
import { Warning } from '#http';
import { Address } from '../address.js';
import { InvoiceCustomer } from '../invoices/answer.js';

/**
 * Retentions as answered, for the OpenAPI document. Answers leave as the text that the read model has; these classes are
 * never made, and the end of the file holds them to what is stored.
 */

const nullableText = { type: String, nullable: true } as const;
const nullableNumber = { type: Number, nullable: true } as const;
const instant = { type: String, format: 'date-time' } as const;
const nullableInstant = { ...instant, nullable: true } as const;
const month = { type: 'integer', minimum: 1, maximum: 12 } as const;

const CANCELLATIONS = ['none', 'verifying', 'pending', 'accepted', 'rejected', 'expired'] as const;

class RetentionIssuer {
  @ApiProperty() legal_name!: string;
  @ApiProperty() tax_id!: string;
  @ApiProperty() tax_system!: string;
  @ApiProperty({ type: () => Address }) address!: Address;
}

class RetentionPeriod {
  @ApiProperty(month) mes_ini!: number;
  @ApiProperty(month) mes_fin!: number;
  @ApiProperty({ type: 'integer' }) ejerc!: number;
}

export class RetentionTax {
  @ApiProperty(nullableNumber) base_ret!: number | null;
  @ApiProperty({ ...nullableText, enum: ['IVA', 'ISR', 'IEPS', null] }) impuesto!: string | null;
  @ApiProperty() monto_ret!: number;
  @ApiProperty({ enum: ['01', '02', '03', '04'] }) tipo_pago_ret!: string;
  @ApiProperty({ description: 'Whether it was paid provisionally (c_TipoPagoRet 04)' })
  pago_provisional!: boolean;
  @ApiProperty({ ...nullableNumber, description: 'base_ret' }) base!: number | null;
  @ApiProperty({ description: 'monto_ret' }) monto!: number;
}

export class RetentionTotals {
  @ApiProperty() monto_tot_operacion!: number;
  @ApiProperty() monto_tot_exent!: number;
  @ApiProperty({ ...nullableNumber, description: 'null if the amounts of a draft cannot be computed yet' })
  monto_tot_grav!: number | null;
  @ApiProperty(nullableNumber) monto_tot_ret!: number | null;
  @ApiProperty({ type: () => [RetentionTax] }) imp_retenidos!: readonly RetentionTax[];
  @ApiProperty(nullableNumber) utilidad_bimestral!: number | null;
  @ApiProperty(nullableNumber) isr_correspondiente!: number | null;
}

class RetentionRelation {
  @ApiProperty() relationship!: string;
  @ApiProperty({ type: [String] }) documents!: readonly string[];
  @ApiProperty({ ...nullableText, description: 'The document, for older clients' }) uuid!: string | null;
}

class RetentionCancellation {
  @ApiProperty(instant) requested_at!: string;
  @ApiProperty({ enum: CANCELLATIONS }) status!: string;
  @ApiProperty(instant) last_checked!: string;
  @ApiProperty({ ...nullableText, description: 'null if it was canceled outside this service' })
  motive!: string | null;
  @ApiProperty(nullableText) substitutionUUID!: string | null;
}

class RetentionStamp {
  @ApiProperty({ description: 'The issuer’s sello' }) signature!: string;
  @ApiProperty(instant) date!: string;
  @ApiProperty() sat_cert_number!: string;
  @ApiProperty() sat_signature!: string;
  @ApiProperty({ description: 'Cadena original of the stamp' }) complement_string!: string;
  @ApiProperty() rfc_provider_cert!: string;
  @ApiProperty() issuer_cert_number!: string;
}

/** A retention as answered, with every field in every state. */
export class Retention {
  @ApiProperty() id!: string;
  @ApiProperty(instant) created_at!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({ enum: ['Retención'] }) type!: string;
  @ApiProperty({ enum: ['draft', 'pending', 'valid', 'canceled', 'failed'] }) status!: string;
  @ApiProperty({ description: 'Whether a draft passes every check that is possible before the stamp' })
  is_ready_to_stamp!: boolean;
  @ApiProperty({ type: () => InvoiceCustomer, nullable: true }) customer!: InvoiceCustomer | null;
  @ApiProperty({ type: () => RetentionIssuer, nullable: true }) issuer_info!: RetentionIssuer | null;
  @ApiProperty({ ...nullableText, description: 'c_CveRetenc' }) cve_retenc!: string | null;
  @ApiProperty({ ...nullableInstant, description: 'null for drafts without a date' })
  fecha_exp!: string | null;
  @ApiProperty(nullableText) desc_retenc!: string | null;
  @ApiProperty(nullableText) folio_int!: string | null;
  @ApiProperty({ type: () => RetentionPeriod, nullable: true }) periodo!: RetentionPeriod | null;
  @ApiProperty({ type: () => RetentionTotals, nullable: true }) totales!: RetentionTotals | null;
  @ApiProperty({ type: () => [RetentionRelation] }) related_documents!: readonly RetentionRelation[];
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'object' }] },
    description: 'XML as text, the others as `{type, data}`',
  })
  complements!: readonly (string | object)[];
  @ApiProperty(nullableText) addenda!: string | null;
  @ApiProperty({ type: [Object] }) namespaces!: readonly object[];
  @ApiProperty(nullableText) external_id!: string | null;
  @ApiProperty(nullableText) idempotency_key!: string | null;
  @ApiProperty(nullableText) pdf_custom_section!: string | null;
  @ApiProperty({ ...nullableText, description: 'Folio fiscal; null before the stamp' }) uuid!: string | null;
  @ApiProperty({ ...nullableText, description: 'The URL in the printed QR code' })
  verification_url!: string | null;
  @ApiProperty({ type: () => RetentionStamp, nullable: true }) stamp!: RetentionStamp | null;
  @ApiProperty({ enum: CANCELLATIONS }) cancellation_status!: string;
  @ApiProperty({ type: () => RetentionCancellation, nullable: true })
  cancellation!: RetentionCancellation | null;
  @ApiProperty(nullableInstant) canceled_at!: string | null;
  @ApiProperty({ ...nullableText, description: 'Path of the receipt of its cancellation, once there is one' })
  cancellation_receipt!: string | null;
}

/** A retention as the request that makes or edits it is answered. */
export class WarnedRetention extends Retention {
  @ApiProperty({
    type: () => [Warning],
    description: 'What was taken, and is probably not what was meant; empty if nothing is',
  })
  warnings!: readonly Warning[];
}

/** The same fields: what is an answer of one is an answer of the other. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : never) : never;
type Loose = 'complements' | 'namespaces' | 'cancellation' | 'totales';
type Text<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends string
    ? string
    : Of[Name] extends string | null
      ? string | null
      : Of[Name];
};

/** Fails to compile where the description of a retention and the stored answer differ in a field. */
export const describesTheAnswer: readonly [
  Same<keyof Retention, keyof RetentionDoc>,
  Same<Text<Omit<Retention, Loose>>, Text<Omit<RetentionDoc, Loose>>>,
  Same<keyof RetentionTotals, keyof RetentionTotalsDoc>,
  Same<Text<RetentionTax>, Text<RetentionTaxDoc>>,
  Same<keyof RetentionCancellation, keyof NonNullable<RetentionDoc['cancellation']>>,
] = [true, true, true, true, true];
