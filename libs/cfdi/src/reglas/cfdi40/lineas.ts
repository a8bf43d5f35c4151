import { impuestos, isRateAllowed, type ObjetoImp } from '#sat';
import type { Arith } from '../../amounts/arith.js';
import type { Nodo } from '../../parsed.js';
import { collapse } from '../../text.js';
import { objetosDe } from './documento.js';
import { cifra, type Cifra, type Monto } from './montos.js';
import { hijo } from './valores.js';

/** Sums over the lines of one tax, by what a row of the summary stands for. */
export interface Grupo<T extends Monto = Monto> {
  base: T;
  importe: T;
}

/** A tax as thousands of lines write it: what the catalogues say of it is asked once. */
export interface Clase<T extends Monto = Monto> {
  readonly impuesto: string;
  readonly tipoFactor: string;
  readonly tasa: Cifra<T> | undefined;
  readonly exento: boolean;
  /** In c_Impuesto. */
  readonly conocido: boolean;
  /** The rate is one of c_TasaOCuota for this tax, factor and direction at the document's date. */
  readonly permitida: boolean;
  /** Absent where the tax lacks its rate: no row of the summary can stand for it. */
  readonly grupo: Grupo<T> | undefined;
}

export interface Impuesto<T extends Monto = Monto> {
  readonly nodo: Nodo;
  readonly clase: Clase<T>;
  readonly base: Cifra<T>;
  readonly importe: Cifra<T> | undefined;
}

export interface Concepto<T extends Monto = Monto> {
  readonly nodo: Nodo;
  readonly cantidad: Cifra<T>;
  readonly valorUnitario: Cifra<T>;
  readonly importe: Cifra<T>;
  readonly descuento: Cifra<T> | undefined;
  /** Its row of c_ObjetoImp; absent where the key is not in force. */
  readonly objeto: ObjetoImp | undefined;
  readonly impuestos: Nodo | undefined;
  readonly traslados: readonly Impuesto<T>[];
  readonly retenciones: readonly Impuesto<T>[];
  readonly tercero: Nodo | undefined;
  readonly pedimentos: readonly Nodo[];
  readonly partes: readonly Nodo[];
}

/** Traslados are told apart by tax, factor and rate (CFDI40218), the rate as a number; retenciones by tax (CFDI40208). */
export const claveDe = (retencion: boolean, impuesto: string, factor: string, tasa?: Cifra): string =>
  retencion ? impuesto : `${impuesto} ${factor} ${tasa?.valor ?? ''}`;

/** What the taxes of one direction are of, and what they add up to. */
export interface Impuestos<T extends Monto = Monto> {
  readonly grupos: ReadonlyMap<string, Grupo<T>>;
  readonly leer: (nodo: Nodo) => Impuesto<T>;
}

/** A class as one line wrote it. */
interface Escrita<T extends Monto> {
  readonly impuesto: string;
  readonly factor: string;
  readonly tasa: string | undefined;
  readonly clase: Clase<T>;
}

const esLaMisma = <T extends Monto>(
  escrita: Escrita<T> | undefined,
  impuesto: string,
  factor: string,
  tasa: string | undefined,
): escrita is Escrita<T> =>
  escrita !== undefined &&
  escrita.tasa === tasa &&
  escrita.impuesto === impuesto &&
  escrita.factor === factor;

/** A rate has no half of a last decimal: its zeros say nothing, and products are smaller without them. */
function exacta<T extends Monto>({ valor }: Cifra<T>): Cifra<T> {
  let decimales = 6;
  for (let micros = BigInt(valor); decimales > 0 && micros % 10n === 0n; micros /= 10n) decimales -= 1;
  return { valor, decimales };
}

export function impuestosDe<T extends Monto>(m: Arith<T>, retencion: boolean, fecha: string): Impuestos<T> {
  const clases = new Map<string, Escrita<T>>();
  const grupos = new Map<string, Grupo<T>>();

  // Lines alternate between few taxes: the last two are tried before their text is put together and looked up.
  let ultima: Escrita<T> | undefined;
  let penultima: Escrita<T> | undefined;

  function clase({ atributos }: Nodo): Clase<T> {
    const { Impuesto: impuesto = '', TipoFactor: factor = '', TasaOCuota: tasa } = atributos;
    if (esLaMisma(ultima, impuesto, factor, tasa)) return ultima.clase;
    let esta = penultima;
    if (!esLaMisma(esta, impuesto, factor, tasa)) {
      const texto = `${impuesto} ${factor} ${tasa ?? '-'}`;
      esta = clases.get(texto) ?? { impuesto, factor, tasa, clase: claseNueva(impuesto, factor, tasa) };
      clases.set(texto, esta);
    }
    penultima = ultima;
    ultima = esta;
    return esta.clase;
  }

  function claseNueva(escrito: string, factor: string, escrita: string | undefined): Clase<T> {
    const [impuesto, tipoFactor] = [collapse(escrito), collapse(factor)];
    const tasa = escrita === undefined ? undefined : exacta(cifra(m, escrita));
    const exento = tipoFactor === 'Exento';
    return {
      ...{ impuesto, tipoFactor, tasa, exento, conocido: impuestos.has(impuesto, fecha) },
      permitida: tasaPermitida({ impuesto, tipoFactor, tasa, retencion }, fecha),
      grupo:
        exento || tasa !== undefined
          ? grupo(claveDe(retencion, impuesto, tipoFactor, exento ? undefined : tasa))
          : undefined,
    };
  }

  function grupo(clave: string): Grupo<T> {
    let suyo = grupos.get(clave);
    if (suyo === undefined) grupos.set(clave, (suyo = { base: m.zero, importe: m.zero }));
    return suyo;
  }

  return {
    grupos,
    leer(nodo) {
      const { Base, Importe } = nodo.atributos;
      const suya = clase(nodo);
      const base = cifra(m, Base ?? '0');
      const importe = Importe === undefined ? undefined : cifra(m, Importe);
      if (suya.grupo !== undefined) {
        suya.grupo.base = m.add(suya.grupo.base, base.valor);
        if (importe !== undefined) suya.grupo.importe = m.add(suya.grupo.importe, importe.valor);
      }
      return { nodo, clase: suya, base, importe };
    },
  };
}

interface Escrito {
  readonly impuesto: string;
  readonly tipoFactor: string;
  readonly tasa: Cifra | undefined;
  readonly retencion: boolean;
}

/** Whether c_TasaOCuota has the rate, and c_Impuesto the direction; an exempt tax has no rate to ask for. */
export const tasaPermitida = ({ impuesto, tipoFactor, tasa, retencion }: Escrito, fecha: string): boolean =>
  isRateAllowed(
    {
      ...{ impuesto, retencion, factor: tipoFactor },
      tasa: tipoFactor === 'Exento' || tasa === undefined ? undefined : BigInt(tasa.valor),
    },
    fecha,
  );

const NADA: readonly never[] = [];

/** Reads the lines of a document, one after the other. */
export function lectorDeConceptos<T extends Monto>(
  m: Arith<T>,
  fecha: string,
  traslados: Impuestos<T>,
  retenciones: Impuestos<T>,
): (nodo: Nodo) => Concepto<T> {
  const objetoDe = objetosDe(fecha);
  const filas = (grupo: Nodo | undefined, { leer }: Impuestos<T>): readonly Impuesto<T>[] =>
    grupo === undefined ? NADA : grupo.hijos.map(leer);
  return (nodo) => {
    const { Cantidad = '0', ValorUnitario = '0', Importe = '0', Descuento, ObjetoImp = '' } = nodo.atributos;
    const hijos = nodo.hijos;
    const nodoImpuestos = hijo(nodo, 'Impuestos');
    const otros = hijos.length > (nodoImpuestos === undefined ? 0 : 1);
    return {
      nodo,
      cantidad: cifra(m, Cantidad),
      valorUnitario: cifra(m, ValorUnitario),
      importe: cifra(m, Importe),
      descuento: Descuento === undefined ? undefined : cifra(m, Descuento),
      objeto: objetoDe(ObjetoImp),
      impuestos: nodoImpuestos,
      traslados: filas(hijo(nodoImpuestos, 'Traslados'), traslados),
      retenciones: filas(hijo(nodoImpuestos, 'Retenciones'), retenciones),
      tercero: otros ? hijo(nodo, 'ACuentaTerceros') : undefined,
      pedimentos: otros ? hijos.filter(({ nombre }) => nombre === 'InformacionAduanera') : NADA,
      partes: otros ? hijos.filter(({ nombre }) => nombre === 'Parte') : NADA,
    };
  };
}
