import { impuestos, isRateAllowed, type ObjetoImp } from '#sat';
import type { Arith } from '../../amounts/arith.js';
import type { XmlNode } from '../../parsed.js';
import { collapse } from '../../text.js';
import { objetosImpAt } from './document.js';
import { toFigure, type Figure, type Amount } from './figures.js';
import { childOf } from './values.js';

/** Sums over the lines of one tax, by what a row of the summary stands for. */
export interface Group<T extends Amount = Amount> {
  base: T;
  importe: T;
}

/** A tax as thousands of lines write it: what the catalogues say of it is asked once. */
export interface TaxClass<T extends Amount = Amount> {
  readonly impuesto: string;
  readonly tipoFactor: string;
  readonly tasa: Figure<T> | undefined;
  readonly exento: boolean;
  /** In c_Impuesto. */
  readonly known: boolean;
  /** The rate is one of c_TasaOCuota for this tax, factor and direction at the document's date. */
  readonly permitida: boolean;
  /** Absent where the tax lacks its rate: no row of the summary can stand for it. */
  readonly group: Group<T> | undefined;
}

export interface Impuesto<T extends Amount = Amount> {
  readonly node: XmlNode;
  readonly kind: TaxClass<T>;
  readonly base: Figure<T>;
  readonly importe: Figure<T> | undefined;
}

export interface Concepto<T extends Amount = Amount> {
  readonly node: XmlNode;
  readonly cantidad: Figure<T>;
  readonly valorUnitario: Figure<T>;
  readonly importe: Figure<T>;
  readonly descuento: Figure<T> | undefined;
  /** Its row of c_ObjetoImp; absent where the key is not in force. */
  readonly objeto: ObjetoImp | undefined;
  readonly impuestos: XmlNode | undefined;
  readonly traslados: readonly Impuesto<T>[];
  readonly retenciones: readonly Impuesto<T>[];
  readonly tercero: XmlNode | undefined;
  readonly pedimentos: readonly XmlNode[];
  readonly partes: readonly XmlNode[];
}

/** Traslados are told apart by tax, factor and rate (CFDI40218), the rate as a number; retenciones by tax (CFDI40208). */
export const keyOf = (retencion: boolean, impuesto: string, factor: string, tasa?: Figure): string =>
  retencion ? impuesto : `${impuesto} ${factor} ${tasa?.value ?? ''}`;

/** What the taxes of one direction are of, and what they add up to. */
export interface Impuestos<T extends Amount = Amount> {
  readonly groups: ReadonlyMap<string, Group<T>>;
  readonly read: (node: XmlNode) => Impuesto<T>;
}

/** A class as one line wrote it. */
interface WrittenTasa<T extends Amount> {
  readonly impuesto: string;
  readonly factor: string;
  readonly tasa: string | undefined;
  readonly kind: TaxClass<T>;
}

const isTheSame = <T extends Amount>(
  writtenTasa: WrittenTasa<T> | undefined,
  impuesto: string,
  factor: string,
  tasa: string | undefined,
): writtenTasa is WrittenTasa<T> =>
  writtenTasa !== undefined &&
  writtenTasa.tasa === tasa &&
  writtenTasa.impuesto === impuesto &&
  writtenTasa.factor === factor;

/** A rate has no half of a last decimal: its zeros say nothing, and products are smaller without them. */
function toExact<T extends Amount>({ value }: Figure<T>): Figure<T> {
  let decimals = 6;
  for (let micros = BigInt(value); decimals > 0 && micros % 10n === 0n; micros /= 10n) decimals -= 1;
  return { value, decimals };
}

export function impuestosOf<T extends Amount>(m: Arith<T>, retencion: boolean, fecha: string): Impuestos<T> {
  const kinds = new Map<string, WrittenTasa<T>>();
  const groups = new Map<string, Group<T>>();

  // Lines alternate between few taxes: the last two are tried before their text is put together and looked up.
  let last: WrittenTasa<T> | undefined;
  let penultimate: WrittenTasa<T> | undefined;

  function kindOf({ attributes }: XmlNode): TaxClass<T> {
    const { Impuesto: impuesto = '', TipoFactor: factor = '', TasaOCuota: tasa } = attributes;
    if (isTheSame(last, impuesto, factor, tasa)) return last.kind;
    let installed = penultimate;
    if (!isTheSame(installed, impuesto, factor, tasa)) {
      const text = `${impuesto} ${factor} ${tasa ?? '-'}`;
      installed = kinds.get(text) ?? { impuesto, factor, tasa, kind: createClass(impuesto, factor, tasa) };
      kinds.set(text, installed);
    }
    penultimate = last;
    last = installed;
    return installed.kind;
  }

  function createClass(written: string, factor: string, writtenTasa: string | undefined): TaxClass<T> {
    const [impuesto, tipoFactor] = [collapse(written), collapse(factor)];
    const tasa = writtenTasa === undefined ? undefined : toExact(toFigure(m, writtenTasa));
    const exentoTotal = tipoFactor === 'Exento';
    return {
      ...{ impuesto, tipoFactor, tasa, exento: exentoTotal, known: impuestos.has(impuesto, fecha) },
      permitida: isTasaAllowed({ impuesto, tipoFactor, tasa, retencion }, fecha),
      group:
        exentoTotal || tasa !== undefined
          ? groupOf(keyOf(retencion, impuesto, tipoFactor, exentoTotal ? undefined : tasa))
          : undefined,
    };
  }

  function groupOf(key: string): Group<T> {
    let own = groups.get(key);
    if (own === undefined) groups.set(key, (own = { base: m.zero, importe: m.zero }));
    return own;
  }

  return {
    groups,
    read(node) {
      const { Base, Importe } = node.attributes;
      const own = kindOf(node);
      const base = toFigure(m, Base ?? '0');
      const importe = Importe === undefined ? undefined : toFigure(m, Importe);
      if (own.group !== undefined) {
        own.group.base = m.add(own.group.base, base.value);
        if (importe !== undefined) own.group.importe = m.add(own.group.importe, importe.value);
      }
      return { node, kind: own, base, importe };
    },
  };
}

interface WrittenImpuesto {
  readonly impuesto: string;
  readonly tipoFactor: string;
  readonly tasa: Figure | undefined;
  readonly retencion: boolean;
}

/** Whether c_TasaOCuota has the rate, and c_Impuesto the direction; an exempt tax has no rate to ask for. */
export const isTasaAllowed = (
  { impuesto, tipoFactor, tasa, retencion }: WrittenImpuesto,
  fecha: string,
): boolean =>
  isRateAllowed(
    {
      ...{ impuesto, retencion, factor: tipoFactor },
      tasa: tipoFactor === 'Exento' || tasa === undefined ? undefined : BigInt(tasa.value),
    },
    fecha,
  );

const NO_DATA: readonly never[] = [];

/** Reads the lines of a document, one after the other. */
export function conceptoReader<T extends Amount>(
  m: Arith<T>,
  fecha: string,
  traslados: Impuestos<T>,
  retenciones: Impuestos<T>,
): (node: XmlNode) => Concepto<T> {
  const objetoImpOf = objetosImpAt(fecha);
  const rowsOf = (group: XmlNode | undefined, { read }: Impuestos<T>): readonly Impuesto<T>[] =>
    group === undefined ? NO_DATA : group.children.map(read);
  return (node) => {
    const { Cantidad = '0', ValorUnitario = '0', Importe = '0', Descuento, ObjetoImp = '' } = node.attributes;
    const children = node.children;
    const impuestosNode = childOf(node, 'Impuestos');
    const others = children.length > (impuestosNode === undefined ? 0 : 1);
    return {
      node,
      cantidad: toFigure(m, Cantidad),
      valorUnitario: toFigure(m, ValorUnitario),
      importe: toFigure(m, Importe),
      descuento: Descuento === undefined ? undefined : toFigure(m, Descuento),
      objeto: objetoImpOf(ObjetoImp),
      impuestos: impuestosNode,
      traslados: rowsOf(childOf(impuestosNode, 'Traslados'), traslados),
      retenciones: rowsOf(childOf(impuestosNode, 'Retenciones'), retenciones),
      tercero: others ? childOf(node, 'ACuentaTerceros') : undefined,
      pedimentos: others ? children.filter(({ name }) => name === 'InformacionAduanera') : NO_DATA,
      partes: others ? children.filter(({ name }) => name === 'Parte') : NO_DATA,
    };
  };
}
