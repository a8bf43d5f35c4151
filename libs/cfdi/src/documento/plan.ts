import { cfdi40 } from '../formas/estandares/cfdi/cfdi-40.js';
import type { AtributoForma, ElementoForma } from '../formas/forma.js';
import { MODELO, type Clase } from './campos.js';

/**
 * The table of CFDI 4.0 with the model's fields beside each element and attribute. The writers of XML and cadena are
 * generated from it, the element of a built comprobante and the reading of one go by it as it is.
 */
export interface AtributoPlan extends AtributoForma {
  /** The model's field; a text of a list is the value itself. */
  readonly campo: string;
  /** The model's own, of the seal, or always the same text. */
  readonly origen: 'modelo' | 'sello' | 'fijo';
}

export interface Plan {
  readonly nombre: string;
  readonly clase: Clase;
  /** The model's field; a group has none of its own. */
  readonly campo: string;
  /** The input's field, where it is not the model's. */
  readonly entrada: string;
  readonly requerido: boolean;
  readonly calculado: boolean;
  readonly corto: boolean;
  readonly forma: ElementoForma;
  readonly atributos: readonly AtributoPlan[];
  readonly hijos: readonly Plan[];
  /** The input's field of each attribute and child: see {@link conRuta}. */
  readonly campos: Readonly<Record<string, string>>;
}

const DEL_SELLO = new Set(['Sello', 'NoCertificado', 'Certificado']);

/** "Concepto" with a small first letter. */
export const conMinuscula = (nombre: string): string => nombre.charAt(0).toLowerCase() + nombre.slice(1);

/** The plan of an element of the table, and of all that is inside. */
export function planDe(forma: ElementoForma, requerido = true, enPadre?: string): Plan {
  const { nombre } = forma;
  const suyo = MODELO[nombre] ?? {};
  const { clase = 'objeto', campo = conMinuscula(nombre), entrada = {}, calculado = false } = suyo;
  const atributos = [...forma.atributos.values()].map((atributo): AtributoPlan => ({
    ...atributo,
    campo: suyo.atributos?.[atributo.nombre] ?? conMinuscula(atributo.nombre),
    origen: atributo.tipo.fijo !== undefined ? 'fijo' : DEL_SELLO.has(atributo.nombre) ? 'sello' : 'modelo',
  }));
  const hijos = forma.hijos.map(({ elemento, min }) => planDe(elemento, min > 0, entrada[elemento.nombre]));
  return {
    ...{ nombre, clase, campo, requerido, calculado, forma, atributos, hijos },
    entrada: enPadre ?? campo,
    corto: suyo.corto ?? false,
    campos: {
      ...Object.fromEntries(
        atributos
          .filter(({ origen }) => origen === 'modelo')
          .map((uno) => [uno.nombre, entrada[uno.nombre] ?? uno.campo]),
      ),
      ...Object.fromEntries(hijos.map((hijo) => [hijo.nombre, hijo.entrada])),
    },
  };
}

export const PLAN = planDe(cfdi40.raiz);
