import { impuestos as catalogoDeImpuestos } from '#sat';
import type { Arith } from '../../amounts/arith.js';
import type { Nodo } from '../../parsed.js';
import type { Documento } from './documento.js';
import { claveDe, tasaPermitida, type Concepto, type Impuestos } from './lineas.js';
import { cifra, type Cifra, type Monto } from './montos.js';
import { hijo, tiene, valor } from './valores.js';

/** A row of the summary of taxes, beside what the lines add up to. */
export interface Renglon<T extends Monto = Monto> {
  readonly nodo: Nodo;
  readonly exento: boolean;
  readonly tasa: Cifra<T> | undefined;
  readonly base: Cifra<T> | undefined;
  readonly importe: Cifra<T> | undefined;
  /** The rounded sums of the lines of its kind. */
  readonly baseDebida: T;
  readonly importeDebido: T;
  /** In c_Impuesto, and its rate in c_TasaOCuota; not asked where some line has such a tax, which has its own codes. */
  readonly conocido: boolean;
  readonly permitida: boolean;
  /** Another row before it is of the same kind. */
  readonly repetido: boolean;
}

export interface Totales<T extends Monto = Monto> {
  /** Rounded sums of the lines. */
  readonly importes: T;
  readonly descuentos: T;
  readonly conDescuento: boolean;
  /** What the Total must be. */
  readonly total: T;
  readonly totalTrasladados: Cifra<T> | undefined;
  readonly totalRetenidos: Cifra<T> | undefined;
  readonly traslados: readonly Renglon<T>[];
  readonly retenciones: readonly Renglon<T>[];
  readonly sumaTraslados: T;
  readonly sumaRetenciones: T;
  /** Some tax of a line has no row in the summary. */
  readonly faltaTraslado: boolean;
  readonly faltaRetencion: boolean;
}

/** Adds lines up as they come. */
export interface Sumas<T extends Monto = Monto> {
  importes: T;
  descuentos: T;
  conDescuento: boolean;
}

export function sumar<T extends Monto>(s: Sumas<T>, { importe, descuento }: Concepto<T>, m: Arith<T>): void {
  s.importes = m.add(s.importes, importe.valor);
  if (descuento === undefined) return;
  s.descuentos = m.add(s.descuentos, descuento.valor);
  s.conDescuento = true;
}

export function totalizar<T extends Monto>(
  doc: Documento<T>,
  sumas: Sumas<T>,
  traslados: Impuestos<T>,
  retenciones: Impuestos<T>,
  m: Arith<T>,
): Totales<T> {
  const { impuestos } = doc;
  const monto = (nombre: string): Cifra<T> | undefined =>
    tiene(impuestos, nombre) ? cifra(m, valor(impuestos, nombre)) : undefined;
  const [totalTrasladados, totalRetenidos] = [
    monto('TotalImpuestosTrasladados'),
    monto('TotalImpuestosRetenidos'),
  ];
  const cent = m.cents[doc.decimales] as T;
  const filasT = renglones(hijo(impuestos, 'Traslados'), false, traslados, { doc, m, cent });
  const filasR = renglones(hijo(impuestos, 'Retenciones'), true, retenciones, { doc, m, cent });
  let total = m.add(m.sub(doc.subTotal.valor, doc.descuento?.valor ?? m.zero), doc.locales);
  total = m.sub(m.add(total, totalTrasladados?.valor ?? m.zero), totalRetenidos?.valor ?? m.zero);
  return {
    importes: m.round(sumas.importes, cent),
    descuentos: m.round(sumas.descuentos, cent),
    conDescuento: sumas.conDescuento,
    ...{ total, totalTrasladados, totalRetenidos },
    ...{ traslados: filasT.renglones, retenciones: filasR.renglones },
    ...{ sumaTraslados: filasT.suma, sumaRetenciones: filasR.suma },
    ...{ faltaTraslado: filasT.falta, faltaRetencion: filasR.falta },
  };
}

interface Lectura<T extends Monto> {
  readonly doc: Documento<T>;
  readonly m: Arith<T>;
  readonly cent: T;
}

function renglones<T extends Monto>(
  grupo: Nodo | undefined,
  retencion: boolean,
  { grupos }: Impuestos<T>,
  { doc, m, cent }: Lectura<T>,
): { renglones: readonly Renglon<T>[]; suma: T; falta: boolean } {
  const vistas = new Set<string>();
  let suma = m.zero;
  const filas = (grupo?.hijos ?? []).map((nodo): Renglon<T> => {
    const monto = (nombre: string): Cifra<T> | undefined =>
      tiene(nodo, nombre) ? cifra(m, valor(nodo, nombre)) : undefined;
    const [impuesto, tipoFactor, tasa] = [
      valor(nodo, 'Impuesto'),
      valor(nodo, 'TipoFactor'),
      monto('TasaOCuota'),
    ];
    const exento = tipoFactor === 'Exento';
    const clave = claveDe(retencion, impuesto, tipoFactor, exento ? undefined : tasa);
    const suyo = grupos.get(clave);
    const importe = monto('Importe');
    suma = m.add(suma, importe?.valor ?? m.zero);
    const repetido = vistas.has(clave);
    vistas.add(clave);
    return {
      ...{ nodo, exento, tasa, base: monto('Base'), importe, repetido },
      baseDebida: m.round(suyo?.base ?? m.zero, cent),
      importeDebido: m.round(suyo?.importe ?? m.zero, cent),
      conocido: suyo !== undefined || catalogoDeImpuestos.has(impuesto, doc.fecha),
      permitida:
        suyo !== undefined ||
        retencion ||
        tasaPermitida({ impuesto, tipoFactor, tasa, retencion }, doc.fecha),
    };
  });
  return { renglones: filas, suma, falta: [...grupos.keys()].some((clave) => !vistas.has(clave)) };
}
