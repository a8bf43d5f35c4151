import type { LargeCatalogues } from '#sat';
import type { ComprobanteInput } from '../../../../input.js';
import type { Nodo } from '../../../../parsed.js';
import { documentoDe } from '../documento.js';
import { comprobanteDe } from '../index.js';
import { planCompleto, planMinimo, type Plan, type Transporte } from '../plan.js';

/** An element that a test changes. */
export interface Mutable {
  nombre: string;
  espacio: string;
  atributos: Record<string, string>;
  hijos: Mutable[];
}

/** A document that breaks one rule by one change. */
export interface Caso {
  readonly codigo: string;
  readonly base: ComprobanteInput;
  readonly cambio: (raiz: Mutable) => void;
  readonly grandes?: LargeCatalogues;
}

export const caso = (
  codigo: string,
  base: ComprobanteInput,
  cambio: (raiz: Mutable) => void,
  grandes?: LargeCatalogues,
): Caso => ({ codigo, base, cambio, ...(grandes && { grandes }) });

export const menor = (transporte: Transporte, over: Partial<Plan> = {}): ComprobanteInput =>
  comprobanteDe({ ...planMinimo(transporte), ...over }, 'I');
export const mayor = (transporte: Transporte, over: Partial<Plan> = {}): ComprobanteInput =>
  comprobanteDe({ ...planCompleto(transporte), ...over }, 'I');
export const traslado = comprobanteDe(planMinimo('01'), 'T');

/** The element at a path of names from the complement, each with its place among those of its name. */
export function en(raiz: Mutable, ruta: string): Mutable {
  let nodo = cartas(raiz)[0] as Mutable;
  for (const paso of ruta.split('/').filter((uno) => uno !== '')) {
    const [nombre, i = '0'] = paso.replace(']', '').split('[');
    const hijo = nodo.hijos.filter((uno) => uno.nombre === nombre)[Number(i)];
    if (!hijo) throw new Error(`no ${paso} of ${ruta}`);
    nodo = hijo;
  }
  return nodo;
}

export const cartas = (raiz: Mutable): Mutable[] =>
  raiz.hijos.filter(({ nombre }) => nombre === 'Complemento').flatMap(({ hijos }) => hijos);

/** Changes that a case makes. */
export const pon =
  (ruta: string, atributos: Readonly<Record<string, string>>) =>
  (raiz: Mutable): void =>
    void Object.assign(en(raiz, ruta).atributos, atributos);
export const quita =
  (ruta: string, ...nombres: readonly string[]) =>
  (raiz: Mutable): void => {
    const { atributos } = en(raiz, ruta);
    for (const nombre of nombres) {
      if (atributos[nombre] === undefined) throw new Error(`no ${nombre} in ${ruta}`);
      delete atributos[nombre];
    }
  };
export const quitaHijos =
  (ruta: string, nombre: string) =>
  (raiz: Mutable): void => {
    const nodo = en(raiz, ruta);
    const quedan = nodo.hijos.filter((uno) => uno.nombre !== nombre);
    if (quedan.length === nodo.hijos.length) throw new Error(`no ${nombre} in ${ruta}`);
    nodo.hijos = quedan;
  };
export const ponEnSobre =
  (nombre: string | undefined, atributos: Readonly<Record<string, string>>) =>
  (raiz: Mutable): void => {
    const nodo = nombre === undefined ? raiz : raiz.hijos.find((uno) => uno.nombre === nombre);
    Object.assign((nodo as Mutable).atributos, atributos);
  };
export const todos =
  (...cambios: readonly ((raiz: Mutable) => void)[]) =>
  (raiz: Mutable): void =>
    cambios.forEach((cambio) => cambio(raiz));

/** The changed document and its complements. */
export function cambiado({ base, cambio }: Caso): { raiz: Nodo; cartas: readonly Nodo[] } {
  const raiz = structuredClone(documentoDe(base).raiz) as Mutable;
  cambio(raiz);
  return { raiz, cartas: cartas(raiz) };
}
