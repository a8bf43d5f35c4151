import { impuestos as catalogoDeImpuestos } from '#sat';
import type { Arith } from '../../amounts/arith.js';
import type { XmlNode } from '../../parsed.js';
import type { Document } from './document.js';
import { keyOf, isTasaAllowed, type Concepto, type Impuestos } from './lines.js';
import { toFigure, type Figure, type Amount } from './figures.js';
import { childOf, hasAttribute, valueOf } from './values.js';

/** A row of the summary of taxes, beside what the lines add up to. */
export interface SummaryRow<T extends Amount = Amount> {
  readonly node: XmlNode;
  readonly exento: boolean;
  readonly tasa: Figure<T> | undefined;
  readonly base: Figure<T> | undefined;
  readonly importe: Figure<T> | undefined;
  /** The rounded sums of the lines of its kind. */
  readonly baseDebida: T;
  readonly importeDue: T;
  /** In c_Impuesto, and its rate in c_TasaOCuota; not asked where some line has such a tax, which has its own codes. */
  readonly known: boolean;
  readonly permitida: boolean;
  /** Another row before it is of the same kind. */
  readonly repeated: boolean;
}

export interface Totales<T extends Amount = Amount> {
  /** Rounded sums of the lines. */
  readonly importes: T;
  readonly descuentos: T;
  readonly withDescuento: boolean;
  /** What the Total must be. */
  readonly total: T;
  readonly totalTrasladados: Figure<T> | undefined;
  readonly totalRetenidos: Figure<T> | undefined;
  readonly traslados: readonly SummaryRow<T>[];
  readonly retenciones: readonly SummaryRow<T>[];
  readonly sumOfTraslados: T;
  readonly sumOfRetenciones: T;
  /** Some tax of a line has no row in the summary. */
  readonly missingTraslado: boolean;
  readonly missingRetencion: boolean;
}

/** Adds lines up as they come. */
export interface Sums<T extends Amount = Amount> {
  importes: T;
  descuentos: T;
  withDescuento: boolean;
}

export function addConcepto<T extends Amount>(
  s: Sums<T>,
  { importe, descuento }: Concepto<T>,
  m: Arith<T>,
): void {
  s.importes = m.add(s.importes, importe.value);
  if (descuento === undefined) return;
  s.descuentos = m.add(s.descuentos, descuento.value);
  s.withDescuento = true;
}

export function totalize<T extends Amount>(
  doc: Document<T>,
  sums: Sums<T>,
  traslados: Impuestos<T>,
  retenciones: Impuestos<T>,
  m: Arith<T>,
): Totales<T> {
  const { impuestos } = doc;
  const montoRule = (name: string): Figure<T> | undefined =>
    hasAttribute(impuestos, name) ? toFigure(m, valueOf(impuestos, name)) : undefined;
  const [totalTrasladados, totalRetenidos] = [
    montoRule('TotalImpuestosTrasladados'),
    montoRule('TotalImpuestosRetenidos'),
  ];
  const cent = m.cents[doc.decimals] as T;
  const rowsT = readRows(childOf(impuestos, 'Traslados'), false, traslados, { doc, m, cent });
  const rowsR = readRows(childOf(impuestos, 'Retenciones'), true, retenciones, { doc, m, cent });
  let total = m.add(m.sub(doc.subTotal.value, doc.descuento?.value ?? m.zero), doc.locales);
  total = m.sub(m.add(total, totalTrasladados?.value ?? m.zero), totalRetenidos?.value ?? m.zero);
  return {
    importes: m.round(sums.importes, cent),
    descuentos: m.round(sums.descuentos, cent),
    withDescuento: sums.withDescuento,
    ...{ total, totalTrasladados, totalRetenidos },
    ...{ traslados: rowsT.rows, retenciones: rowsR.rows },
    ...{ sumOfTraslados: rowsT.sum, sumOfRetenciones: rowsR.sum },
    ...{ missingTraslado: rowsT.missing, missingRetencion: rowsR.missing },
  };
}

interface SummaryReading<T extends Amount> {
  readonly doc: Document<T>;
  readonly m: Arith<T>;
  readonly cent: T;
}

function readRows<T extends Amount>(
  group: XmlNode | undefined,
  retencion: boolean,
  { groups }: Impuestos<T>,
  { doc, m, cent }: SummaryReading<T>,
): { rows: readonly SummaryRow<T>[]; sum: T; missing: boolean } {
  const views = new Set<string>();
  let sum = m.zero;
  const rows = (group?.children ?? []).map((node): SummaryRow<T> => {
    const montoRule = (name: string): Figure<T> | undefined =>
      hasAttribute(node, name) ? toFigure(m, valueOf(node, name)) : undefined;
    const [impuesto, tipoFactor, tasa] = [
      valueOf(node, 'Impuesto'),
      valueOf(node, 'TipoFactor'),
      montoRule('TasaOCuota'),
    ];
    const exentoTotal = tipoFactor === 'Exento';
    const key = keyOf(retencion, impuesto, tipoFactor, exentoTotal ? undefined : tasa);
    const own = groups.get(key);
    const importe = montoRule('Importe');
    sum = m.add(sum, importe?.value ?? m.zero);
    const repeated = views.has(key);
    views.add(key);
    return {
      ...{ node, exento: exentoTotal, tasa, base: montoRule('Base'), importe, repeated },
      baseDebida: m.round(own?.base ?? m.zero, cent),
      importeDue: m.round(own?.importe ?? m.zero, cent),
      known: own !== undefined || catalogoDeImpuestos.has(impuesto, doc.fecha),
      permitida:
        own !== undefined || retencion || isTasaAllowed({ impuesto, tipoFactor, tasa, retencion }, doc.fecha),
    };
  });
  return { rows, sum, missing: [...groups.keys()].some((key) => !views.has(key)) };
}
