import { ApiProperty } from '@nestjs/swagger';
import type { RetentionDoc, RetentionTaxDoc, RetentionTotalsDoc } from '#contracts';
import { Warning } from '#http';
import {
  CANCELLATIONS,
  instant,
  InvoiceCancellation,
  InvoiceCustomer,
  InvoiceIssuer,
  InvoiceRelatedDocuments,
  InvoiceStamp,
  nullableInstant,
  nullableNumber,
  nullableText,
  STATUSES,
  type Same,
  type Text,
} from '../invoices/answer.js';

/**
 * Retentions as answered, for the OpenAPI document. Answers leave as the text that the read model has; these classes are
 * never made, and the end of the file holds them to what is stored.
 */

const month = { type: 'integer', minimum: 1, maximum: 12 } as const;

class RetentionPeriod {
  @ApiProperty({ ...month, description: 'First month of the period' }) mes_ini!: number;
  @ApiProperty({ ...month, description: 'Last month of the period' }) mes_fin!: number;
  @ApiProperty({ type: 'integer', description: 'Year of the period' }) ejerc!: number;
}

export class RetentionTax {
  @ApiProperty({ ...nullableNumber, description: 'Amount that the tax was withheld from, in pesos' })
  base_ret!: number | null;
  @ApiProperty({ ...nullableText, enum: ['IVA', 'ISR', 'IEPS', null], description: 'The tax' })
  impuesto!: string | null;
  @ApiProperty({ description: 'Amount that was withheld, in pesos' }) monto_ret!: number;
  @ApiProperty({
    enum: ['01', '02', '03', '04'],
    description: 'What the retention is to who bears it: definitive or provisional (c_TipoPagoRet)',
  })
  tipo_pago_ret!: string;
  @ApiProperty({ description: 'Whether it was paid provisionally (c_TipoPagoRet 04)' })
  pago_provisional!: boolean;
  @ApiProperty({ ...nullableNumber, description: 'The same as `base_ret`, as some clients call it' }) base!:
    number | null;
  @ApiProperty({ description: 'The same as `monto_ret`, as some clients call it' }) monto!: number;
}

export class RetentionTotals {
  @ApiProperty({ description: 'All that was paid in the period, in pesos' }) monto_tot_operacion!: number;
  @ApiProperty({ description: 'Part of it that is exempt, in pesos' }) monto_tot_exent!: number;
  @ApiProperty({
    ...nullableNumber,
    description: 'Part of it that is taxed, in pesos; null if the amounts of a draft cannot be computed yet',
  })
  monto_tot_grav!: number | null;
  @ApiProperty({ ...nullableNumber, description: 'All that was withheld, in pesos' }) monto_tot_ret!:
    number | null;
  @ApiProperty({ type: () => [RetentionTax], description: 'The taxes that were withheld' })
  imp_retenidos!: readonly RetentionTax[];
  @ApiProperty({ ...nullableNumber, description: 'Profit of the two months in pesos, with key 28 (RIF)' })
  utilidad_bimestral!: number | null;
  @ApiProperty({ ...nullableNumber, description: 'ISR of that profit in pesos, with key 28 (RIF)' })
  isr_correspondiente!: number | null;
}

/** A retention as answered, with every field in every state. */
export class Retention {
  @ApiProperty() id!: string;
  @ApiProperty(instant) created_at!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({ enum: ['Retención'], description: 'The type of the document' }) type!: string;
  @ApiProperty({ enum: STATUSES, description: 'How far it is' }) status!: string;
  @ApiProperty({ description: 'Whether a draft passes every check that is possible before the stamp' })
  is_ready_to_stamp!: boolean;
  @ApiProperty({ type: () => InvoiceCustomer, nullable: true, description: 'Who got the payment' })
  customer!: InvoiceCustomer | null;
  @ApiProperty({ type: () => InvoiceIssuer, nullable: true, description: 'Who withheld; null of drafts' })
  issuer_info!: InvoiceIssuer | null;
  @ApiProperty({ ...nullableText, description: 'What was paid for (c_CveRetenc)' }) cve_retenc!:
    string | null;
  @ApiProperty({ ...nullableInstant, description: 'Date of issue; null for drafts without one' })
  fecha_exp!: string | null;
  @ApiProperty({ ...nullableText, description: 'What it is, with key 25' }) desc_retenc!: string | null;
  @ApiProperty({ ...nullableText, description: 'Its folio, as printed' }) folio_int!: string | null;
  @ApiProperty({ type: () => RetentionPeriod, nullable: true, description: 'The months that it is of' })
  periodo!: RetentionPeriod | null;
  @ApiProperty({ type: () => RetentionTotals, nullable: true, description: 'Amounts, in pesos' })
  totales!: RetentionTotals | null;
  @ApiProperty({ type: () => [InvoiceRelatedDocuments], description: 'The document that it is about' })
  related_documents!: readonly InvoiceRelatedDocuments[];
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'object' }] },
    description: 'XML as text, the others as `{type, data}`',
  })
  complements!: readonly (string | object)[];
  @ApiProperty({ ...nullableText, description: 'XML that is no part of what is sealed' }) addenda!:
    string | null;
  @ApiProperty({ type: [Object], description: 'Namespaces of its XML, as they were sent' })
  namespaces!: readonly object[];
  @ApiProperty({ ...nullableText, description: 'Your own id of it' }) external_id!: string | null;
  @ApiProperty({ ...nullableText, description: 'As it was sent: only one retention has it' })
  idempotency_key!: string | null;
  @ApiProperty({ ...nullableText, description: 'A section of your own in the PDF' })
  pdf_custom_section!: string | null;
  @ApiProperty({ ...nullableText, description: 'Folio fiscal; null before the stamp' }) uuid!: string | null;
  @ApiProperty({ ...nullableText, description: 'The URL in the printed QR code' })
  verification_url!: string | null;
  @ApiProperty({ type: () => InvoiceStamp, nullable: true, description: 'The timbre; null before it' })
  stamp!: InvoiceStamp | null;
  @ApiProperty({ enum: CANCELLATIONS, description: 'How far its cancellation is' })
  cancellation_status!: string;
  @ApiProperty({
    type: () => InvoiceCancellation,
    nullable: true,
    description: 'Its cancellation, once asked for',
  })
  cancellation!: InvoiceCancellation | null;
  @ApiProperty({ ...nullableInstant, description: 'When it was canceled' }) canceled_at!: string | null;
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

type Loose = 'complements' | 'namespaces' | 'cancellation' | 'totales';

/** Fails to compile where the description of a retention and the stored answer differ in a field. */
export const describesTheAnswer: readonly [
  Same<keyof Retention, keyof RetentionDoc>,
  Same<Text<Omit<Retention, Loose>>, Text<Omit<RetentionDoc, Loose>>>,
  Same<keyof RetentionTotals, keyof RetentionTotalsDoc>,
  Same<Text<RetentionTax>, Text<RetentionTaxDoc>>,
  Same<keyof InvoiceCancellation, keyof NonNullable<RetentionDoc['cancellation']>>,
] = [true, true, true, true, true];
