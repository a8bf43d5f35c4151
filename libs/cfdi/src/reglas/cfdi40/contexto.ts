import type { LargeCatalogue } from '#sat';
import { collapse } from '../../text.js';
import { regla, type ContextoReglas, type Regla } from '../regla.js';
import type { Documento } from './documento.js';

/** What the rules of the CFDI may look at beside their subject. */
export interface Contexto40 extends ContextoReglas {
  readonly doc: Documento;
  /** Whether a large catalogue takes a key at the document's date; true where it is not loaded. */
  readonly admite: (catalogo: 'productos' | 'unidades' | 'codigosPostales', clave: string) => boolean;
}

export type Regla40<T> = Regla<T, Contexto40>;

export const regla40 = <T>(numero: number, es: string, en: string, rompe: Regla40<T>['rompe']): Regla40<T> =>
  regla<T, Contexto40>(`CFDI40${numero}`, es, en, rompe);

/** The same few keys come on thousands of lines: each is looked up once. */
export function contexto40(contexto: ContextoReglas, doc: Documento): Contexto40 {
  const { grandes } = contexto;
  const vistas = new Map<string, boolean>();
  const pregunta = (catalogo: LargeCatalogue, clave: string): boolean => {
    const conocida = `${catalogo.name} ${clave}`;
    let respuesta = vistas.get(conocida);
    if (respuesta === undefined)
      vistas.set(conocida, (respuesta = catalogo.accepts(collapse(clave), doc.fecha)));
    return respuesta;
  };
  return {
    ...contexto,
    doc,
    admite: (catalogo, clave) => grandes === undefined || pregunta(grandes[catalogo], clave),
  };
}
