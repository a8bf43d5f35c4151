import { estandarDe, type Nodo } from '#cfdi';
import type { Complement, Payment } from '#contracts';
import { parseDecimal } from '#kernel';

/**
 * Complements of a draft that can't be built yet, as far as they go: a preview of what somebody is still writing shows
 * what there is of it. Names are matched whatever their spelling (`num_dias_pagados` is NumDiasPagados); what
 * has no place, or is not of its form, is left out.
 */
export const looseComplements = (complements: readonly Complement[]): Nodo[] =>
  complements.flatMap((complement) => {
    if (complement.type === 'custom') return [];
    const { espacio, nombre } = ROOTS[complement.type];
    const estandar = estandarDe({ espacio, nombre }, 'comprobante');
    const data = complement.type === 'pago' ? { pago: complement.data.map(pagoOf) } : complement.data;
    return estandar ? [nodeOf(estandar.raiz, data, espacio)] : [];
  });

const SAT = 'http://www.sat.gob.mx';
const ROOTS = {
  pago: { espacio: `${SAT}/Pagos20`, nombre: 'Pagos' },
  nomina: { espacio: `${SAT}/nomina12`, nombre: 'Nomina' },
  carta_porte: { espacio: `${SAT}/CartaPorte31`, nombre: 'CartaPorte' },
  comercio_exterior: { espacio: `${SAT}/ComercioExterior20`, nombre: 'ComercioExterior' },
  leyendas_fiscales: { espacio: `${SAT}/leyendasFiscales`, nombre: 'LeyendasFiscales' },
} as const;

type Forma = NonNullable<ReturnType<typeof estandarDe>>['raiz'];

/** A name without case, accents and what joins its words. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

function nodeOf(forma: Forma, data: unknown, espacio: string): Nodo {
  const only = forma.hijos.length === 1 ? forma.hijos[0] : undefined;
  // An element that groups others (Ubicaciones, Deducciones) may be given as their list.
  if (only && Array.isArray(data))
    return {
      ...{ nombre: forma.nombre, espacio, atributos: {} },
      hijos: data.map((one) => nodeOf(only.elemento, one, espacio)),
    };
  const given = new Map(
    data !== null && typeof data === 'object'
      ? Object.entries(data).map(([name, value]) => [plain(name), value as unknown])
      : [],
  );
  const atributos: Record<string, string> = {};
  for (const { nombre, tipo } of forma.atributos.values()) {
    const text = scalar(given.get(plain(nombre)));
    if (text === undefined || (tipo.decimales !== undefined && parseDecimal(text, 12) === undefined))
      continue;
    atributos[nombre] = text;
  }
  return {
    ...{ nombre: forma.nombre, espacio, atributos },
    hijos: forma.hijos.flatMap(({ elemento, max }) => {
      const value = given.get(plain(elemento.nombre)) ?? given.get(`${plain(elemento.nombre)}s`);
      const each = max > 1 ? listOf(value) : value === undefined || value === null ? [] : [value];
      return each.map((one) => nodeOf(elemento, one, espacio));
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
