import { Injectable } from '@nestjs/common';
import {
  field,
  findNearest,
  formatDecimal,
  ok,
  parseDecimal,
  refuse,
  type Detail,
  type Result,
} from '#kernel';
import { refuseRetention } from '#billing';
import { findRetentionComplement, retentionComplementTypes } from '#cfdi';
import {
  RETENTION_COMPLEMENTS,
  emptyRetention,
  type CustomerSnapshot,
  type JsonObject,
  type RetentionComplement,
  type RetentionContent,
  type RetentionTax,
  type RetentionTotals,
  type TaxType,
} from '#contracts';
import { toInstant } from '#http';
import { CustomerResolver } from '../customers/resolver.js';
import { snapshotOf } from '../customers/snapshot.js';
import type { ContentScope } from '../invoices/scope.js';
import type { RetentionBody, RetentionComplementBody, RetentionTaxBody, RetentionTotalsBody } from './dto.js';

/** Turns a request's body into what a retention says: its customer is found or made as that of an invoice is. */
@Injectable()
export class RetentionContents {
  constructor(private readonly customers: CustomerResolver) {}

  /** The content of a new retention. */
  async create(scope: ContentScope, body: Partial<RetentionBody>): Promise<Result<RetentionContent>> {
    const changes = await this.changes(scope, body);
    return changes.ok ? ok({ ...emptyRetention, ...changes.value }) : changes;
  }

  /** The fields that a body sets, of a new retention or of a draft; null clears one. */
  async changes(
    scope: ContentScope,
    body: Partial<RetentionBody>,
  ): Promise<Result<Partial<RetentionContent>>> {
    // What is wrong is told before a customer is made of it.
    const problems: Detail[] = [];
    const totales = body.totales && totalsOf(body.totales, problems);
    const complements = body.complements?.map((one, index) => complementOf(one, index, problems));
    if (problems.length > 0) return refuseRetention(problems);
    const fecha = dateOf(body.fecha_exp, scope.timeZone);
    if (!fecha.ok) return fecha;
    const customer = await this.customer(scope, body.customer);
    if (!customer.ok) return customer;
    return ok({
      ...plainFields(body),
      ...(customer.value !== undefined && { customer: customer.value }),
      ...(totales !== undefined && { totales }),
      ...(complements && { complements: complements.flatMap((one) => one ?? []) }),
      ...(fecha.value !== undefined && { fecha_exp: fecha.value }),
    });
  }

  private async customer(
    scope: ContentScope,
    input: RetentionBody['customer'],
  ): Promise<Result<CustomerSnapshot | null | undefined>> {
    if (input === undefined || input === null) return ok(input);
    const resolved = await this.customers.receiver(scope, input);
    return resolved.ok ? ok(snapshotOf(resolved.value)) : resolved;
  }
}

/** Fields of a content that are made of one field of a body; the others need more than that. */
type PlainName = Exclude<keyof RetentionContent, 'customer' | 'totales' | 'complements' | 'fecha_exp'>;

/** How each is made of what was sent under its own name. Blank keys count as none. */
const PLAIN: { readonly [Name in PlainName]: (sent: RetentionBody[Name]) => RetentionContent[Name] } = {
  cve_retenc: (sent) => sent ?? null,
  desc_retenc: (sent) => sent ?? null,
  folio_int: (sent) => sent?.trim() || null,
  periodo: (sent) => sent ?? null,
  related_documents: (sent) =>
    (sent ?? []).map(({ relationship, documents, uuid }) => ({
      relationship,
      documents: (documents ?? (uuid == null ? [] : [uuid])).map((one) => one.toUpperCase()),
    })),
  addenda: (sent) => (Array.isArray(sent) ? sent[0] : sent)?.trim() || null,
  namespaces: (sent) => sent ?? [],
  external_id: (sent) => sent ?? null,
  idempotency_key: (sent) => sent?.trim() || null,
  pdf_custom_section: (sent) => sent ?? null,
};

/** The plain fields that a body has. */
function plainFields(body: Partial<RetentionBody>): Partial<RetentionContent> {
  const fields: { -readonly [Name in PlainName]?: RetentionContent[Name] } = {};
  const take = <Name extends PlainName>(name: Name): void => {
    if (body[name] !== undefined) fields[name] = PLAIN[name](body[name]);
  };
  for (const name of Object.keys(PLAIN) as PlainName[]) take(name);
  return fields;
}

function dateOf(sent: string | null | undefined, timeZone: string): Result<string | null | undefined> {
  if (sent == null) return ok(sent);
  const date = toInstant(sent, timeZone);
  return date ? ok(date.toISOString()) : refuse('invalid_date', { path: 'fecha_exp', location: 'body' });
}

const amountOf = (sent: string | null | undefined): string | null =>
  sent == null ? null : formatDecimal(parseDecimal(sent) ?? 0n);

const totalsOf = (body: RetentionTotalsBody, problems: Detail[]): RetentionTotals => ({
  monto_tot_operacion: amountOf(body.monto_tot_operacion) ?? '0',
  monto_tot_exent: amountOf(body.monto_tot_exent) ?? '0',
  monto_tot_grav: amountOf(body.monto_tot_grav),
  monto_tot_ret: amountOf(body.monto_tot_ret),
  imp_retenidos: body.imp_retenidos.map((tax, index) =>
    taxOf(tax, `totales.imp_retenidos[${index}]`, problems),
  ),
  utilidad_bimestral: amountOf(body.utilidad_bimestral),
  isr_correspondiente: amountOf(body.isr_correspondiente),
});

const TAXES: Readonly<Record<string, TaxType>> = {
  ...{ IVA: 'IVA', ISR: 'ISR', IEPS: 'IEPS' },
  ...{ '001': 'ISR', '002': 'IVA', '003': 'IEPS' },
};

function taxOf(body: RetentionTaxBody, path: string, problems: Detail[]): RetentionTax {
  const monto_ret = oneOf(body.monto_ret, body.monto, `${path}.monto`, problems);
  const base_ret = oneOf(body.base_ret, body.base, `${path}.base`, problems);
  if (monto_ret === null) problems.push(field(`${path}.monto_ret`, 'required'));
  return {
    base_ret,
    impuesto: (body.impuesto && TAXES[body.impuesto]) || null,
    monto_ret: monto_ret ?? '0',
    tipo_pago_ret: body.tipo_pago_ret,
  };
}

const TWO_NAMES = {
  es: 'El campo "{path}" es otro nombre de "{path}_ret", y dice otra cosa: envíe uno de los dos.',
  en: 'The field "{path}" is another name of "{path}_ret", and says something else: send one of the two.',
};

/** An amount that may come under two names; who sends both says the same with both. */
function oneOf(
  sent: string | null | undefined,
  also: string | null | undefined,
  path: string,
  problems: Detail[],
): string | null {
  const amounts = [amountOf(sent), amountOf(also)];
  const [first, second] = amounts;
  if (first != null && second != null && first !== second)
    problems.push(field(path, 'invalid_value', { message: TWO_NAMES }));
  return first ?? second ?? null;
}

function complementOf(
  body: string | RetentionComplementBody,
  index: number,
  problems: Detail[],
): RetentionComplement | undefined {
  if (typeof body === 'string') return { type: 'custom', data: body };
  const { data } = body;
  const path = `complements[${index}].data`;
  if (body.type === 'custom') {
    if (typeof data === 'string') return { type: 'custom', data };
    problems.push(field(path, 'invalid_type', { params: { expected: 'string' } }));
    return undefined;
  }
  const found = findRetentionComplement(body.type)?.type;
  const type = RETENTION_COMPLEMENTS.find((one) => one === found);
  if (!type) {
    problems.push(unknownType(body.type, index));
    return undefined;
  }
  if (isJsonObject(data)) return { type, data };
  problems.push(field(path, 'invalid_type', { params: { expected: 'object' } }));
  return undefined;
}

const unknownType = (type: string, index: number): Detail => {
  const values = ['custom', ...retentionComplementTypes];
  const suggestion = findNearest(
    type,
    values.map((word) => ({ word })),
  );
  const params = { values: values.join(', '), ...(suggestion && { suggestion: JSON.stringify(suggestion) }) };
  return field(`complements[${index}].type`, 'invalid_value', { params });
};

const isJsonObject = (data: unknown): data is JsonObject =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
