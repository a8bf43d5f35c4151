import { pow10, roundMicros, type Micros } from '#kernel';
import type { Nodo } from '#cfdi';
import { hijo } from '../nodes.js';

/** The document's amounts, read once: what the rules of the matrix compare. */

export interface Cifra {
  readonly valor: Micros;
  /** Decimals as written. */
  readonly decimales: number;
}

export interface Impuesto {
  readonly nodo: Nodo;
  readonly impuesto: string;
  readonly tipoFactor: string;
  readonly base: Cifra;
  readonly tasa?: Cifra;
  readonly importe?: Cifra;
}

export interface Concepto {
  readonly nodo: Nodo;
  readonly impuestos?: Nodo;
  readonly cantidad: Cifra;
  readonly valorUnitario: Cifra;
  readonly importe: Cifra;
  readonly descuento?: Cifra;
  readonly traslados: readonly Impuesto[];
  readonly retenciones: readonly Impuesto[];
}

/** Sums over the conceptos of one kind of tax. */
export interface Grupo {
  base: Micros;
  importe: Micros;
}

export interface Documento {
  readonly nodo: Nodo;
  readonly emisor: Readonly<Record<string, string>>;
  readonly receptor: Readonly<Record<string, string>>;
  readonly tipo: string;
  readonly moneda: string;
  /** c_Moneda: decimals of the currency. */
  readonly decimales: number;
  readonly subTotal: Cifra;
  readonly descuento?: Cifra;
  readonly total: Cifra;
  readonly conceptos: readonly Concepto[];
  readonly resumen?: Resumen;
  readonly porTraslado: ReadonlyMap<string, Grupo>;
  readonly porRetencion: ReadonlyMap<string, Grupo>;
  readonly sumaImportes: Micros;
  readonly sumaDescuentos: Micros;
  readonly conDescuento: boolean;
  /** implocal: local taxes charged less those withheld. */
  readonly locales: Micros;
}

/** The document's summary of taxes. */
export interface Resumen {
  readonly nodo: Nodo;
  readonly totalTrasladados?: Cifra;
  readonly totalRetenidos?: Cifra;
  readonly traslados: readonly Impuesto[];
  readonly retenciones: readonly Impuesto[];
}

/** c_Moneda: the currencies whose amounts do not have two decimals. */
const DECIMALES: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    (
      'BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XAG XAU XBA XBB XBC XBD XDR XOF XPD ' +
      'XPF XPT XSU XTS XUA XXX'
    )
      .split(' ')
      .map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
  CLF: 4,
};

/** Reads an amount whose pattern has been checked: digits with at most six decimals. */
export function cifra(text: string): Cifra {
  const dot = text.indexOf('.');
  if (dot < 0) return { valor: BigInt(text) * 1_000_000n, decimales: 0 };
  const decimales = text.length - dot - 1;
  return { valor: BigInt((text.slice(0, dot) + text.slice(dot + 1)).padEnd(dot + 6, '0')), decimales };
}

const siHay = <K extends string>(key: K, text: string | undefined): { readonly [P in K]?: Cifra } =>
  (text === undefined ? {} : { [key]: cifra(text) }) as { readonly [P in K]?: Cifra };

const CERO: Cifra = { valor: 0n, decimales: 0 };

function impuesto(nodo: Nodo): Impuesto {
  const { Base, Impuesto, TipoFactor, TasaOCuota, Importe } = nodo.atributos;
  return {
    nodo,
    impuesto: Impuesto ?? '',
    tipoFactor: TipoFactor ?? '',
    base: Base === undefined ? CERO : cifra(Base),
    ...siHay('tasa', TasaOCuota),
    ...siHay('importe', Importe),
  };
}

function concepto(nodo: Nodo): Concepto {
  const { Cantidad = '0', ValorUnitario = '0', Importe = '0', Descuento } = nodo.atributos;
  const impuestos = hijo(nodo, 'Impuestos');
  return {
    nodo,
    ...(impuestos && { impuestos }),
    cantidad: cifra(Cantidad),
    valorUnitario: cifra(ValorUnitario),
    importe: cifra(Importe),
    ...siHay('descuento', Descuento),
    traslados: hijo(impuestos, 'Traslados')?.hijos.map(impuesto) ?? [],
    retenciones: hijo(impuestos, 'Retenciones')?.hijos.map(impuesto) ?? [],
  };
}

/** Traslados are told apart by tax, factor and rate (CFDI40218); the rate as a number, however it is written. */
export const claveTraslado = ({ impuesto, tipoFactor, tasa }: Impuesto): string =>
  `${impuesto} ${tipoFactor} ${String(tasa?.valor ?? '')}`;

function add(groups: Map<string, Grupo>, key: string, { base, importe }: Impuesto): void {
  const group = groups.get(key);
  if (group) {
    group.base += base.valor;
    group.importe += importe?.valor ?? 0n;
  } else groups.set(key, { base: base.valor, importe: importe?.valor ?? 0n });
}

function resumen(nodo: Nodo): Resumen {
  const { TotalImpuestosTrasladados, TotalImpuestosRetenidos } = nodo.atributos;
  return {
    nodo,
    ...siHay('totalTrasladados', TotalImpuestosTrasladados),
    ...siHay('totalRetenidos', TotalImpuestosRetenidos),
    traslados: hijo(nodo, 'Traslados')?.hijos.map(impuesto) ?? [],
    retenciones: hijo(nodo, 'Retenciones')?.hijos.map(impuesto) ?? [],
  };
}

const IMPLOCAL = 'http://www.sat.gob.mx/implocal';

function localesDe(root: Nodo): Micros {
  let sum = 0n;
  for (const { nombre, espacio, atributos } of hijo(root, 'Complemento')?.hijos ?? []) {
    if (nombre !== 'ImpuestosLocales' || espacio !== IMPLOCAL) continue;
    const { TotaldeTraslados = '0', TotaldeRetenciones = '0' } = atributos;
    if (![TotaldeTraslados, TotaldeRetenciones].every((text) => /^\d{1,18}(\.\d{1,6})?$/.test(text)))
      continue;
    sum += cifra(TotaldeTraslados).valor - cifra(TotaldeRetenciones).valor;
  }
  return sum;
}

/** Reads a document whose structure has been checked. */
export function documento(nodo: Nodo): Documento {
  const { SubTotal = '0', Total = '0', Descuento, Moneda = '', TipoDeComprobante = '' } = nodo.atributos;
  const conceptos = hijo(nodo, 'Conceptos')?.hijos.map(concepto) ?? [];
  const impuestos = hijo(nodo, 'Impuestos');
  const porTraslado = new Map<string, Grupo>();
  const porRetencion = new Map<string, Grupo>();
  let sumaImportes = 0n;
  let sumaDescuentos = 0n;
  let conDescuento = false;
  for (const line of conceptos) {
    sumaImportes += line.importe.valor;
    if (line.descuento) {
      sumaDescuentos += line.descuento.valor;
      conDescuento = true;
    }
    for (const tax of line.traslados) add(porTraslado, claveTraslado(tax), tax);
    for (const tax of line.retenciones) add(porRetencion, tax.impuesto, tax);
  }
  return {
    nodo,
    emisor: hijo(nodo, 'Emisor')?.atributos ?? {},
    receptor: hijo(nodo, 'Receptor')?.atributos ?? {},
    tipo: TipoDeComprobante,
    moneda: Moneda,
    decimales: DECIMALES[Moneda] ?? 2,
    subTotal: cifra(SubTotal),
    ...siHay('descuento', Descuento),
    total: cifra(Total),
    conceptos,
    ...(impuestos && { resumen: resumen(impuestos) }),
    porTraslado,
    porRetencion,
    sumaImportes,
    sumaDescuentos,
    conDescuento,
    locales: localesDe(nodo),
  };
}

/** Rounds half-up to the decimals of the document's currency (Anexo 20: "redondeo"). */
export const redondeo = (doc: Documento, valor: Micros): Micros => roundMicros(valor, doc.decimales);

/** Whether an amount of the header has at most the currency's decimals; zeros beyond them are decimals too. */
export const cabeEnMoneda = (doc: Documento, amount: Cifra | undefined): boolean =>
  amount === undefined || amount.decimales <= doc.decimales;

const E12 = pow10(12);

/**
 * The limits of a product (CFDI40167, 180, 186): with a and b taken half a unit of their last decimal lower,
 * truncated, and half a unit less 10^-12 higher, rounded up, both to the decimals of the product as written.
 * A factor that is exact (a rate) has no half unit.
 */
export function dentroDeLimites(product: Cifra, a: Cifra, b: Cifra, exactB = false): boolean {
  const unit = pow10(12 - product.decimales);
  const written = product.valor * 1_000_000n;
  const difference = a.valor * b.valor - written;
  // Half a unit or less from the exact product is inside the limits always: nearly every amount ends here.
  if (2n * (difference < 0n ? -difference : difference) <= unit) return true;
  const half = (n: Cifra): bigint => E12 / pow10(n.decimales) / 2n;
  const [a12, b12] = [a.valor * 1_000_000n, b.valor * 1_000_000n];
  const [ha, hb] = [half(a), exactB ? 0n : half(b)];
  const unit24 = unit * E12;
  const low = ((a12 - ha) * (b12 - hb)) / unit24;
  const high = (a12 + ha - 1n) * (exactB ? b12 : b12 + hb - 1n);
  const amount = written / unit;
  return amount >= low && amount <= (high + unit24 - 1n) / unit24;
}
