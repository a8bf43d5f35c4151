import type { Construido } from '../complementos/complemento.js';
import type { Comprobante } from '../comprobante.js';
import { cfdi40 } from '../formas/estandares/cfdi/cfdi-40.js';
import { conRuta, TODO } from '../formas/rutas.js';
import type { Objeto } from '../objeto.js';
import type { Nodo } from '../parsed.js';
import { PLAN, type Plan } from './plan.js';

/**
 * A comprobante that was built as the element that its XML would be, with the paths of the input: the rules of the
 * matrices read it as they read a document that came in. Its seal is empty, and it has no addenda.
 */

/** What was built of the complements: of the document, and of its lines by their index. */
export interface Complementos {
  readonly deComprobante: readonly Construido[];
  readonly deConceptos: ReadonlyMap<number, Construido>;
}

/** Where an object of the model is from. */
interface Lugar {
  /** The input's path of the object; '' is the input itself. */
  readonly ruta: string;
  /** Its place in its list. */
  readonly indice: number;
  /** The path of all that is inside of something worked out. */
  readonly fija?: string | undefined;
}

/** The elements inside of one that belongs to other standards. */
type Ajenos = (nombre: string, lugar: Lugar) => readonly Nodo[];

/** The element of a built comprobante. */
export function nodoDelComprobante(c: Comprobante, complementos: Complementos, plan: Plan = PLAN): Nodo {
  const { deComprobante, deConceptos } = complementos;
  return deObjeto(plan, c as unknown as Objeto, { ruta: '', indice: 0 }, (nombre, { indice }) => {
    if (nombre === 'Complemento') return deComprobante.map(({ nodo }) => nodo);
    const propio = nombre === 'ComplementoConcepto' ? deConceptos.get(indice) : undefined;
    return propio ? [propio.nodo] : [];
  });
}

const nodo = (nombre: string, atributos: Nodo['atributos'], hijos: readonly Nodo[]): Nodo => ({
  ...{ nombre, espacio: cfdi40.espacio, atributos, hijos },
});

const bajo = (ruta: string, campo: string): string => (ruta === '' ? campo : `${ruta}.${campo}`);

function atributosDe({ atributos }: Plan, datos: Objeto): Record<string, string> {
  const out: Record<string, string> = {};
  for (const { nombre, campo, origen, tipo } of atributos) {
    const valor = origen === 'modelo' ? datos[campo] : origen === 'fijo' ? tipo.fijo : '';
    // Text, or a whole number.
    if (valor !== undefined) out[nombre] = `${valor as string | number}`;
  }
  return out;
}

function deObjeto(plan: Plan, datos: Objeto, lugar: Lugar, ajenos: Ajenos): Nodo {
  const uno = nodo(plan.nombre, atributosDe(plan, datos), hijosDe(plan, datos, lugar, ajenos));
  return conRuta(uno, lugar.ruta, lugar.fija === undefined ? plan.campos : TODO);
}

function hijosDe({ hijos }: Plan, datos: Objeto, lugar: Lugar, ajenos: Ajenos): Nodo[] {
  const out: Nodo[] = [];
  for (const hijo of hijos) {
    const dato = datos[hijo.campo];
    const ruta = lugar.fija ?? bajo(lugar.ruta, hijo.entrada);
    switch (hijo.clase) {
      case 'objeto':
        if (dato !== undefined) out.push(deObjeto(hijo, dato as Objeto, { ruta, indice: 0 }, ajenos));
        break;
      case 'lista':
        (dato as readonly Objeto[]).forEach((uno, indice) =>
          out.push(deObjeto(hijo, uno, enLista(ruta, indice, lugar.fija), ajenos)),
        );
        break;
      case 'textos':
        (dato as readonly string[]).forEach((texto, i) => out.push(deTexto(hijo, texto, `${ruta}[${i}]`)));
        break;
      case 'grupo':
        out.push(...grupo(hijo, datos, { ...lugar, ...(hijo.calculado && { fija: ruta }) }, ajenos));
        break;
      case 'ajeno': {
        const dentro = ajenos(hijo.nombre, lugar);
        if (dentro.length > 0) out.push(nodo(hijo.nombre, {}, dentro));
        break;
      }
    }
  }
  return out;
}

const enLista = (ruta: string, indice: number, fija: string | undefined): Lugar =>
  fija === undefined ? { ruta: `${ruta}[${indice}]`, indice } : { ruta: fija, indice, fija };

function deTexto({ nombre, atributos }: Plan, texto: string, ruta: string): Nodo {
  const valores: Record<string, string> = {};
  for (const atributo of atributos) valores[atributo.nombre] = texto;
  return conRuta(nodo(nombre, valores, []), ruta, TODO);
}

/** A group is there where its standard asks for it, or where it has something inside. */
function grupo(plan: Plan, datos: Objeto, lugar: Lugar, ajenos: Ajenos): readonly Nodo[] {
  const hijos = hijosDe(plan, datos, lugar, ajenos);
  if (hijos.length === 0 && !plan.requerido) return [];
  const uno = nodo(plan.nombre, atributosDe(plan, datos), hijos);
  return [conRuta(uno, lugar.fija ?? bajo(lugar.ruta, plan.entrada), lugar.fija === undefined ? {} : TODO)];
}
