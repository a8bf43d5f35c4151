import type { Detail } from '#kernel';
import type { ElementoForma } from '../../formas/forma.js';
import { nomina12 } from '../../formas/estandares/complementos/nomina-12.js';
import { conRuta } from '../../formas/rutas.js';
import type { Nodo } from '../../parsed.js';
import { atributosDe, ausente, camposDe, malTipo } from './valores.js';
import { esObjeto, type Objeto } from '../../objeto.js';

/** Elements of the payroll from objects of the input, and lists of them. */

/** The table of an element by the names that lead to it: `formaDe('Percepciones', 'Percepcion')`. */
export const formaDe = (...camino: readonly string[]): ElementoForma =>
  camino.reduce((forma, nombre) => {
    const hijo = forma.hijos.find(({ elemento }) => elemento.nombre === nombre);
    if (!hijo) throw new Error(`${forma.nombre} has no child ${nombre}`);
    return hijo.elemento;
  }, nomina12.raiz);

/** What an element has beside the fields of its attributes' names. */
export interface Propio {
  readonly atributos?: Readonly<Record<string, string | undefined>>;
  readonly hijos?: readonly (Nodo | undefined)[];
  /** Fields of the input that are no attribute's. */
  readonly otros?: readonly string[];
  /** Names of fields by attribute or child, where they are not the usual ones. */
  readonly campos?: Readonly<Record<string, string>>;
}

/** An element of an object; of anything else none, and what it should have been is noted. */
export function elementoDe(
  forma: ElementoForma,
  datos: unknown,
  ruta: string,
  detalles: Detail[],
  propio: (datos: Objeto) => Propio = () => ({}),
): Nodo | undefined {
  if (ausente(datos)) return undefined;
  if (!esObjeto(datos)) {
    detalles.push(malTipo(ruta, 'object'));
    return undefined;
  }
  const { atributos, hijos = [], otros = [], campos } = propio(datos);
  return conRuta(
    {
      nombre: forma.nombre,
      espacio: nomina12.espacio,
      atributos: atributosDe(forma, datos, ruta, detalles, atributos, otros),
      hijos: hijos.filter((hijo) => hijo !== undefined),
    },
    ruta,
    campos ? { ...camposDe(forma).nombres, ...campos } : camposDe(forma).nombres,
  );
}

/** The elements of a list; of anything else none, and that a list was expected is noted. */
export function elementosDe(
  forma: ElementoForma,
  datos: unknown,
  ruta: string,
  detalles: Detail[],
  propio?: (datos: Objeto, ruta: string) => Propio,
): readonly Nodo[] {
  if (ausente(datos)) return [];
  if (!Array.isArray(datos)) {
    detalles.push(malTipo(ruta, 'array'));
    return [];
  }
  return datos
    .map((uno: unknown, i) => {
      const donde = `${ruta}[${i}]`;
      if (ausente(uno)) detalles.push(malTipo(donde, 'object'));
      return elementoDe(forma, uno, donde, detalles, propio && ((objeto) => propio(objeto, donde)));
    })
    .filter((nodo) => nodo !== undefined);
}

/** An element that groups others and has totals of them; none where there are none. All it has came from one field. */
export function grupoDe(
  forma: ElementoForma,
  hijos: readonly (Nodo | undefined)[],
  ruta: string,
  totales: Readonly<Record<string, string | undefined>> = {},
): Nodo | undefined {
  const presentes = hijos.filter((hijo) => hijo !== undefined);
  if (presentes.length === 0) return undefined;
  const atributos: Record<string, string> = {};
  for (const nombre of forma.atributos.keys()) {
    const total = totales[nombre];
    if (total !== undefined) atributos[nombre] = total;
  }
  const campos = Object.fromEntries(
    Object.keys(camposDe(forma).nombres).map((nombre) => [nombre, `/${ruta}`]),
  );
  return conRuta(
    { nombre: forma.nombre, espacio: nomina12.espacio, atributos, hijos: presentes },
    ruta,
    campos,
  );
}
