import type { AtributoPlan, Plan } from '../documento/plan.js';
import { enSuForma } from '../formas/tipos.js';
import type { Nodo } from '../parsed.js';
import { children } from './comprobante.js';

/** An element that was read as the object of the model, by the same plan that writes it. */

/**
 * The object of an element whose structure holds, and of all that is inside but what belongs to other standards.
 * White space is collapsed. The plan says which fields it has; the writers, which are compiled, that the model has them.
 */
export function modeloDe<T>(plan: Plan, nodo: Nodo): T {
  const out: Record<string, unknown> = {};
  leer(plan, nodo, out);
  return out as T;
}

const NINGUNO: readonly Nodo[] = [];

/** Notes the fields of an element, which is missing where a group is. */
function leer({ atributos, hijos }: Plan, nodo: Nodo | undefined, out: Record<string, unknown>): void {
  for (const atributo of atributos) {
    const valor = atributo.origen === 'modelo' ? nodo?.atributos[atributo.nombre] : undefined;
    if (valor !== undefined) out[atributo.campo] = valorDe(atributo, valor);
  }
  for (const hijo of hijos) {
    const suyos = nodo === undefined || nodo.hijos.length === 0 ? NINGUNO : children(nodo, hijo.nombre);
    switch (hijo.clase) {
      case 'objeto':
        if (suyos[0]) out[hijo.campo] = modeloDe(hijo, suyos[0]);
        break;
      case 'lista':
        out[hijo.campo] = suyos.map((uno) => modeloDe(hijo, uno));
        break;
      case 'textos':
        out[hijo.campo] = suyos.map((uno) => textoDe(hijo, uno));
        break;
      case 'grupo':
        leer(hijo, suyos[0], out);
        break;
      case 'ajeno':
        break;
    }
  }
}

/** Whole numbers are numbers in the model; everything else is text. */
function valorDe({ tipo }: AtributoPlan, valor: string): string | number {
  const texto = enSuForma(tipo, valor);
  return tipo.decimales === 0 ? Number(texto) : texto;
}

const textoDe = ({ atributos: [unico] }: Plan, { atributos }: Nodo): string =>
  unico ? enSuForma(unico.tipo, atributos[unico.nombre] ?? '') : '';
