import { findStandard, type XmlNode } from '#cfdi';
import type { Complement, Payment } from '#contracts';
import { parseDecimal } from '#kernel';

/**
 * Complements of a draft that can't be built yet, as far as they go: a preview of what somebody is still writing shows
 * what there is of it. Names are matched whatever their spelling (`num_dias_pagados` is NumDiasPagados); what
 * has no place, or is not of its form, is left out.
 */
export const looseComplements = (complements: readonly Complement[]): XmlNode[] =>
  complements.flatMap((complement) => {
    if (complement.type === 'custom') return [];
    const { espacio, nombre } = ROOTS[complement.type];
    const standard = findStandard({ namespace: espacio, name: nombre }, 'comprobante');
    const data = complement.type === 'pago' ? { pago: complement.data.map(pagoOf) } : complement.data;
    return standard ? [looseNode(standard.root, data, espacio)] : [];
  });

const SAT = 'http://www.sat.gob.mx';
const ROOTS = {
  pago: { espacio: `${SAT}/Pagos20`, nombre: 'Pagos' },
  nomina: { espacio: `${SAT}/nomina12`, nombre: 'Nomina' },
  carta_porte: { espacio: `${SAT}/CartaPorte31`, nombre: 'CartaPorte' },
  comercio_exterior: { espacio: `${SAT}/ComercioExterior20`, nombre: 'ComercioExterior' },
  leyendas_fiscales: { espacio: `${SAT}/leyendasFiscales`, nombre: 'LeyendasFiscales' },
} as const;

type Forma = NonNullable<ReturnType<typeof findStandard>>['root'];

/** A name without case, accents and what joins its words. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** An element of a standard, of what there is of its attributes and elements. */
export function looseNode(schema: Forma, data: unknown, namespace: string): XmlNode {
  const only = schema.children.length === 1 ? schema.children[0] : undefined;
  // An element that groups others (Ubicaciones, Deducciones) may be given as their list.
  if (only && Array.isArray(data))
    return {
      ...{ name: schema.name, namespace, attributes: {} },
      children: data.map((one) => looseNode(only.element, one, namespace)),
    };
  const given = new Map(
    data !== null && typeof data === 'object'
      ? Object.entries(data).map(([name, value]) => [plain(name), value as unknown])
      : [],
  );
  const attributes: Record<string, string> = {};
  for (const { name, type } of schema.attributes.values()) {
    const text = scalar(given.get(plain(name)));
    if (text === undefined || (type.decimals !== undefined && parseDecimal(text, 12) === undefined)) continue;
    attributes[name] = text;
  }
  return {
    ...{ name: schema.name, namespace, attributes },
    children: schema.children.flatMap(({ element, max }) => {
      const value = given.get(plain(element.name)) ?? given.get(`${plain(element.name)}s`);
      const each = max > 1 ? listOf(value) : value === undefined || value === null ? [] : [value];
      return each.map((one) => looseNode(element, one, namespace));
    }),
  };
}

function scalar(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return String(value).trim() || undefined;
}

/** A payment's own words in the standard's: the API names its documents otherwise. */
const pagoOf = (payment: Payment): unknown => ({
  ...payment,
  FechaPago: payment.date?.slice(0, 19),
  FormaDePagoP: payment.payment_form,
  MonedaP: payment.currency,
  TipoCambioP: payment.exchange,
  DoctoRelacionado: payment.related_documents.map((document) => ({
    IdDocumento: document.uuid,
    Serie: document.series,
    Folio: document.folio_number,
    MonedaDR: document.currency,
    EquivalenciaDR: document.exchange,
    NumParcialidad: document.installment,
    ImpSaldoAnt: document.last_balance,
    ImpPagado: document.amount,
    ObjetoImpDR: document.taxability,
  })),
});
