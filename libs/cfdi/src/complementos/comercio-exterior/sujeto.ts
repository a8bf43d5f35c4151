import { parseDecimal } from '#kernel';
import type { LargeCatalogues } from '#sat';
import type { Nodo } from '../../parsed.js';
import type { ContextoReglas } from '../../reglas/regla.js';
import { collapse } from '../../text.js';

/** What the rules of Comercio Exterior look at, found once per document. */
export interface Exportacion {
  readonly cce: Nodo;
  readonly raiz: Nodo;
  /** Day of the document, for the catalogues. */
  readonly fecha: string;
  readonly tipo: string;
  readonly motivo: string;
  readonly conceptos: readonly Nodo[];
  readonly mercancias: readonly Nodo[];
  /** Lines and goods by NoIdentificacion. */
  readonly conceptosDe: ReadonlyMap<string, readonly Nodo[]>;
  readonly mercanciasDe: ReadonlyMap<string, readonly Nodo[]>;
  /** Goods that come again with the same NoIdentificacion and tariff code. */
  readonly repetidas: ReadonlySet<Nodo>;
  readonly grandes: LargeCatalogues | undefined;
}

/** The value of an attribute with its white space collapsed; '' where there is none. */
export const valor = (nodo: Nodo | undefined, nombre: string): string =>
  collapse(nodo?.atributos[nombre] ?? '');

export const tiene = (nodo: Nodo | undefined, nombre: string): boolean =>
  nodo?.atributos[nombre] !== undefined;

/** Decimals with which amounts are computed here: beyond those of every attribute. */
export const ESCALA = 12;

/** An attribute as a number scaled by 10^12; zero where it is none. */
export const numero = (nodo: Nodo | undefined, nombre: string): bigint =>
  parseDecimal(valor(nodo, nombre), ESCALA) ?? 0n;

/** Children of a name, in the element's own namespace. */
export const hijos = (nodo: Nodo | undefined, nombre: string): readonly Nodo[] =>
  nodo?.hijos.filter((hijo) => hijo.nombre === nombre && hijo.espacio === nodo.espacio) ?? [];

export const hijo = (nodo: Nodo | undefined, nombre: string): Nodo | undefined => hijos(nodo, nombre)[0];

function porIdentificacion(nodos: readonly Nodo[]): ReadonlyMap<string, readonly Nodo[]> {
  const grupos = new Map<string, Nodo[]>();
  for (const nodo of nodos) {
    const clave = valor(nodo, 'NoIdentificacion');
    const grupo = grupos.get(clave);
    if (grupo) grupo.push(nodo);
    else grupos.set(clave, [nodo]);
  }
  return grupos;
}

function repetidasDe(mercancias: readonly Nodo[]): ReadonlySet<Nodo> {
  const vistas = new Set<string>();
  return new Set(
    mercancias.filter((nodo) => {
      const clave = `${valor(nodo, 'FraccionArancelaria')}|${valor(nodo, 'NoIdentificacion')}`;
      const repetida = vistas.has(clave);
      vistas.add(clave);
      return repetida;
    }),
  );
}

/** Finds what the rules need in a complement's element and in the document around it. */
export function exportacionDe(cce: Nodo, { raiz, grandes }: ContextoReglas): Exportacion {
  const conceptos = hijos(hijo(raiz, 'Conceptos'), 'Concepto');
  const mercancias = hijos(hijo(cce, 'Mercancias'), 'Mercancia');
  return {
    ...{ cce, raiz, conceptos, mercancias, grandes },
    fecha: valor(raiz, 'Fecha'),
    tipo: valor(raiz, 'TipoDeComprobante'),
    motivo: valor(cce, 'MotivoTraslado'),
    conceptosDe: porIdentificacion(conceptos.filter((concepto) => tiene(concepto, 'NoIdentificacion'))),
    mercanciasDe: porIdentificacion(mercancias),
    repetidas: repetidasDe(mercancias),
  };
}
