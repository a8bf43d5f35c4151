import { field, type Detail } from '#kernel';
import type { LargeCatalogues } from '#sat';
import { rutaDe } from '../formas/rutas.js';
import type { Nodo } from '../parsed.js';

/**
 * Rules of the error matrices: small functions over the elements of a document, each with its code and text. The same
 * rule judges a document that came in as XML (the sandbox PAC) and one that is still being built (which then names
 * the field of the input). A document's structure holds already when its rules are asked.
 */

/** Where a rule is broken: an element, or its attribute or child of that name. */
export interface Lugar {
  readonly nodo: Nodo;
  readonly nombre?: string;
}

/** A broken rule. */
export interface Falla extends Lugar {
  /** As the matrix writes it: CFDI40108, CRP20217, NOM44, CP101. */
  readonly codigo: string;
  readonly es: string;
  readonly en: string;
}

/** A rule over subjects of one kind: the whole document, a line, a payment, a place. */
export interface Regla<T, C = ContextoReglas> {
  readonly codigo: string;
  readonly es: string;
  readonly en: string;
  /** Where the subject breaks the rule; nothing where it holds. */
  readonly rompe: (sujeto: T, contexto: C) => Lugar | false | undefined;
}

/** A taxpayer as the tax authority's list has it. */
export interface Inscrito {
  /** Without the corporate regime. */
  readonly nombre: string;
  readonly codigoPostal: string;
}

/** The tax authority's list of registered, not cancelled taxpayers, as far as it is at hand. */
export interface RegistroDeRfc {
  /** The entry of an RFC, `no_inscrito` for one that is not in the list, nothing where that is not known. */
  buscar(rfc: string): Inscrito | 'no_inscrito' | undefined;
}

/** What rules may know beside the document. Whatever is absent is not judged. */
export interface ContextoReglas {
  /** cfdi:Comprobante, or retenciones:Retenciones. */
  readonly raiz: Nodo;
  /** The large catalogues; of one that is not loaded nothing is judged but forms. */
  readonly grandes?: LargeCatalogues;
  readonly registro?: RegistroDeRfc;
}

export const regla = <T, C = ContextoReglas>(
  codigo: string,
  es: string,
  en: string,
  rompe: Regla<T, C>['rompe'],
): Regla<T, C> => ({ codigo, es, en, rompe });

/** The place of an element, of its attribute or of its child. */
export const lugar = (nodo: Nodo, nombre?: string): Lugar =>
  nombre === undefined ? { nodo } : { nodo, nombre };

/** Notes every rule that a subject breaks, in the rules' order; says whether `limite` is reached. */
export function aplicar<T, C>(
  reglas: readonly Regla<T, C>[],
  sujeto: T,
  contexto: C,
  fallas: Falla[],
  limite = Infinity,
): boolean {
  for (const { codigo, es, en, rompe } of reglas) {
    const donde = rompe(sujeto, contexto);
    if (!donde) continue;
    fallas.push({ codigo, es, en, ...donde });
    if (fallas.length >= limite) return true;
  }
  return false;
}

/** A broken rule as the detail of a refusal, at the path of the field that the caller wrote. */
export function detalleDeFalla({ codigo, es, en, nodo, nombre }: Falla): Detail {
  const ruta = rutaDe(nodo, nombre) ?? [nodo.nombre, nombre].filter(Boolean).join('.');
  return field(ruta, 'invalid_value', { message: { es: `${es} (${codigo})`, en: `${en} (${codigo})` } });
}
