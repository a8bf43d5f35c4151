import { OmitType, PartialType } from '@nestjs/swagger';
import { hints, taxNames } from '#billing';
import { retentionComplementTypes } from '#cfdi';
import {
  Amount,
  ByType,
  DateRange,
  DateTime,
  IdRef,
  Ignored,
  Integer,
  Json,
  ListOf,
  ListQuery,
  Nested,
  OneOf,
  Text,
  byType,
  idRef,
  listOf,
  nested,
  text,
  type DateRangeInput,
} from '#http';
import { CustomerData } from '../customers/dto.js';
import { NamespaceBody } from '../invoices/complements/dto.js';

const OPTIONAL = { optional: true } as const;
/** null takes the value away again. */
const CLEARABLE = { optional: true, nullable: true } as const;
/** What SAT's schema takes (t_ImporteMXN), as a number or as decimal text. */
const AMOUNT = { min: 0, text: true } as const;
const UUID = { pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, expected: 'UUID' } as const;
const XML = { max: 500_000, multiline: true } as const;

export class RetentionPeriodBody {
  @Integer({
    min: 1,
    max: 12,
    description: 'First month of the period, 1 to 12',
    alsoCalled: ['mes_inicial', 'MesIni'],
  })
  mes_ini!: number;
  @Integer({
    min: 1,
    max: 12,
    description: 'Last month of the period, no earlier than `mes_ini`',
    alsoCalled: ['mes_final', 'MesFin'],
  })
  mes_fin!: number;
  @Integer({
    min: 2000,
    max: 2100,
    description: 'Year of the period: that of `fecha_exp` or the one before',
    alsoCalled: ['ejercicio', 'year'],
  })
  ejerc!: number;
}

/** A tax that was withheld. `base` and `monto` are `base_ret` and `monto_ret` by the names of some clients. */
export class RetentionTaxBody {
  @Amount({
    ...CLEARABLE,
    ...AMOUNT,
    description: 'Amount that the tax is withheld from, in pesos',
    alsoCalled: ['BaseRet'],
  })
  base_ret?: string | null;
  @OneOf(['IVA', 'ISR', 'IEPS', '001', '002', '003'], {
    ...CLEARABLE,
    description: 'The tax, by its name or by its key of c_Impuesto; it has to be that of `tipo_pago_ret`',
    valueNames: taxNames,
    alsoCalled: ['ImpuestoRet', 'type'],
  })
  impuesto?: string | null;
  @Amount({
    ...OPTIONAL,
    ...AMOUNT,
    description: 'Amount that was withheld, in pesos; required, here or as `monto`',
    alsoCalled: ['MontoRet', 'amount'],
  })
  monto_ret?: string;
  @Text({
    ...{ padded: 2, max: 2, pattern: /^0[1-4]$/, hint: hints.retention_payment },
    description:
      'c_TipoPagoRet: 01 definitive IVA, 02 definitive IEPS, 03 definitive ISR, 04 provisional ISR; 1 is 01',
    alsoCalled: ['TipoPagoRet'],
  })
  tipo_pago_ret!: string;
  @Amount({ ...CLEARABLE, ...AMOUNT, description: 'The same as `base_ret`, as some clients call it' }) base?:
    string | null;
  @Amount({ ...OPTIONAL, ...AMOUNT, description: 'The same as `monto_ret`, as some clients call it' })
  monto?: string;
  /** Follows from `tipo_pago_ret`; answers say it, and may be sent back. */
  @Ignored() pago_provisional?: never;
}

export class RetentionTotalsBody {
  @Amount({
    ...AMOUNT,
    description: 'All that was paid in the period, in pesos: the taxed part and the exempt one',
    alsoCalled: ['MontoTotOperacion'],
  })
  monto_tot_operacion!: string;
  @Amount({
    ...AMOUNT,
    description: 'Part of the payment that is exempt, in pesos; 0 with key 28 (RIF)',
    alsoCalled: ['MontoTotExent'],
  })
  monto_tot_exent!: string;
  @Amount({
    ...{ ...CLEARABLE, ...AMOUNT, alsoCalled: ['MontoTotGrav'] },
    description: 'Part of the payment that is taxed, in pesos; by default, the operation less what is exempt',
  })
  monto_tot_grav?: string | null;
  @Amount({
    ...{ ...CLEARABLE, ...AMOUNT, alsoCalled: ['MontoTotRet'] },
    description: 'All that was withheld, in pesos: the sum of the taxes, which is its default',
  })
  monto_tot_ret?: string | null;
  @ListOf(() => RetentionTaxBody, {
    ...{ max: 100, alsoCalled: ['impuestos', 'ImpRetenidos', 'taxes'] },
    description: 'The taxes that were withheld, one by one; empty where nothing was',
  })
  imp_retenidos!: RetentionTaxBody[];
  @Amount({
    ...CLEARABLE,
    ...AMOUNT,
    description: 'Profit of the two months in pesos, above 0: required with key 28 (RIF)',
  })
  utilidad_bimestral?: string | null;
  @Amount({
    ...CLEARABLE,
    ...AMOUNT,
    description: 'ISR of that profit in pesos, above 0: required with key 28 (RIF)',
  })
  isr_correspondiente?: string | null;
}

/** A complement as it is sent: what `data` must be follows from `type`. */
export class RetentionComplementBody {
  @Text({
    max: 100,
    description:
      `custom, or the complement by SAT's prefix or its name, in any spelling: ` +
      retentionComplementTypes.join(', '),
    alsoCalled: ['tipo'],
  })
  type!: string;
  @Json({
    maxBytes: 500_000,
    description:
      'custom: XML. The others: the attributes and elements of the complement by the names that SAT gives them',
  })
  data!: unknown;
}

export class RetentionRelationBody {
  @Text({
    ...{
      padded: 2,
      max: 2,
      description: 'How it relates to the other document (c_TipoRelacion)',
      hint: hints.relationship,
    },
    alsoCalled: ['tipo_relacion'],
  })
  relationship!: string;
  @ListOf(text({ ...UUID, max: 36 }), {
    ...{ ...OPTIONAL, min: 0, max: 1 },
    description: 'UUID of the document',
  })
  documents?: string[];
  @Text({ ...CLEARABLE, ...UUID, max: 36, description: 'The document, as older clients send it' })
  uuid?: string | null;
}

export class RetentionBody {
  @ByType(
    { string: idRef(), object: nested(() => CustomerData) },
    {
      ...{ ...CLEARABLE, description: 'Identifier of a customer, or its data; required except for drafts' },
      alsoCalled: ['cliente', 'receptor', 'client'],
    },
  )
  customer?: string | CustomerData | null;
  @Text({
    ...{ ...CLEARABLE, padded: 2, max: 2, hint: hints.retention },
    description:
      'What was paid for, which says what complement is needed (c_CveRetenc, 01 to 28: `GET /v2/catalogs/sat/retention-keys`); required except for drafts',
    alsoCalled: ['clave', 'clave_retencion', 'CveRetenc', 'cve_retencion'],
  })
  cve_retenc?: string | null;
  @DateTime({
    ...CLEARABLE,
    description: 'By default, now',
    alsoCalled: ['fecha', 'date', 'fecha_expedicion', 'FechaExp'],
  })
  fecha_exp?: string | null;
  @Text({
    ...{ ...CLEARABLE, max: 100, alsoCalled: ['descripcion', 'description', 'DescRetenc'] },
    description: 'What it is, with key 25; also the name of a fault, in Test (docs/sandbox.md)',
  })
  desc_retenc?: string | null;
  @Text({
    ...{ ...CLEARABLE, max: 20, alsoCalled: ['folio', 'folio_number', 'FolioInt'] },
    description: 'Letters and digits; a stamped one that named none has one made of its id',
  })
  folio_int?: string | null;
  @Nested(() => RetentionPeriodBody, { ...CLEARABLE, description: 'Required except for drafts' })
  periodo?: RetentionPeriodBody | null;
  @Nested(() => RetentionTotalsBody, {
    ...CLEARABLE,
    description: 'In pesos; required except for drafts',
    alsoCalled: ['totals', 'montos'],
  })
  totales?: RetentionTotalsBody | null;
  @ListOf(() => RetentionRelationBody, {
    ...OPTIONAL,
    max: 1,
    description: 'The document that it is about, with the reason; with 04, the one that it replaces',
    alsoCalled: ['relaciones', 'relacionados', 'relations'],
  })
  related_documents?: RetentionRelationBody[];
  @ListOf(byType({ string: text(XML), object: nested(() => RetentionComplementBody) }), {
    ...{ ...OPTIONAL, max: 10, alsoCalled: ['complementos', 'complement'] },
    description: 'XML of one element each, or `{type, data}`',
  })
  complements?: (string | RetentionComplementBody)[];
  @ByType(
    { string: text({ ...XML, min: 0 }), list: listOf(text(XML), { max: 1 }) },
    { ...CLEARABLE, description: 'XML; also as a list of one, as clients type it' },
  )
  addenda?: string | string[] | null;
  @ListOf(() => NamespaceBody, {
    ...{ ...OPTIONAL, max: 50 },
    description: 'Namespaces of XML in complements and addenda, for the root of the document',
  })
  namespaces?: NamespaceBody[];
  @Text({ ...CLEARABLE, max: 100, description: 'Your own id of it' }) external_id?: string | null;
  @Text({
    ...CLEARABLE,
    max: 255,
    min: 0,
    description: 'The service creates only one retention for each key',
  })
  idempotency_key?: string | null;
  @Text({ ...CLEARABLE, max: 20_000, multiline: true, description: 'A section of your own in the PDF' })
  pdf_custom_section?: string | null;
  @OneOf(['pending', 'draft'], { ...OPTIONAL, default: 'pending', description: 'Whether to stamp it' })
  status?: 'pending' | 'draft';
}

export class EditRetentionBody extends PartialType(OmitType(RetentionBody, ['status'] as const)) {
  @OneOf(['draft'], { ...OPTIONAL, description: 'May be sent back as it is answered' }) status?: 'draft';
}

export class CancelRetentionQuery {
  @OneOf(['01', '02', '03', '04'], { ...OPTIONAL, default: '02', description: 'c_Motivo' })
  motive?: '01' | '02' | '03' | '04';
  @Text({
    ...{ ...OPTIONAL, max: 36 },
    description: 'With motive 01: UUID of the retention in its place, or the identifier of one of yours',
  })
  substitution?: string;
}

export class ListRetentionsQuery extends ListQuery {
  @Text({ ...OPTIONAL, max: 200, description: 'Part of the name or of the tax id of the customer' })
  q?: string;
  @IdRef({ ...OPTIONAL, description: 'Identifier of its customer' }) customer?: string;
  @ListOf(
    { kind: 'oneOf', values: ['draft', 'pending', 'valid', 'canceled', 'failed'] },
    { ...OPTIONAL, max: 5, description: 'Only those of these statuses' },
  )
  status?: string[];
  @Text({ ...OPTIONAL, padded: 2, max: 2, description: 'c_CveRetenc', hint: hints.retention })
  cve_retenc?: string;
  @Text({ ...OPTIONAL, max: 20, description: 'Its folio, exactly' }) folio_int?: string;
  @Text({ ...OPTIONAL, max: 100, description: 'Your own id of it, exactly' }) external_id?: string;
  @Text({ ...OPTIONAL, exact: 36, ...UUID, description: 'Folio fiscal, in any case' }) uuid?: string;
  @DateRange({ ...OPTIONAL, description: 'fecha_exp; of drafts, when they were created' })
  date?: DateRangeInput;
}
