import { field, type Detail } from '#kernel';
import type { ElementoForma } from '../../formas/forma.js';
import { conRuta } from '../../formas/rutas.js';
import type { Nodo } from '../../parsed.js';
import { enSuForma } from '../../formas/tipos.js';
import { collapse, textProblem } from '../../text.js';

/**
 * An element that a caller wrote, as we write it: attributes in the order of its standard's table, white space
 * collapsed, nothing of namespaces and schemas, which the document declares. What the table does not know stays
 * where it is, so that the check of structure names it; attributes of other namespaces are refused here. Every
 * element notes where in the caller's XML it was, `complementos[0].xml.Pagos.Pago[1]`.
 */
export function canonico(
  { nombre, espacio, atributos, hijos, texto }: Nodo,
  forma: ElementoForma | undefined,
  ruta: string,
  detalles: Detail[],
): Nodo {
  const propios: Record<string, string> = {};
  const nota = (name: string, valor: string): void => {
    const escrito = enSuForma(forma?.atributos.get(name)?.tipo, valor);
    const problema = escrito === '' ? undefined : textProblem(escrito, `${ruta}.${name}`, Infinity);
    if (problema) detalles.push(problema);
    propios[name] = escrito;
  };
  for (const name of forma?.atributos.keys() ?? []) {
    const valor = atributos[name];
    if (valor !== undefined) nota(name, valor);
  }
  for (const [name, valor] of Object.entries(atributos)) {
    if (Object.hasOwn(propios, name) || name === 'xmlns' || name.startsWith('xmlns:')) continue;
    if (name === 'xsi:schemaLocation') continue;
    if (name.includes(':')) detalles.push(field(`${ruta}.${name.slice(0, 100)}`, 'unknown_field'));
    else nota(name, valor);
  }
  const escrito = texto === undefined ? undefined : collapse(texto);
  if (escrito !== undefined) {
    const problema = textProblem(escrito, ruta, Infinity);
    if (problema) detalles.push(problema);
  }
  return conRuta(
    {
      ...{ nombre, espacio, atributos: propios },
      hijos: hijosDe(hijos, forma, ruta, detalles),
      ...(escrito !== undefined && { texto: escrito }),
    },
    ruta,
  );
}

function hijosDe(
  hijos: readonly Nodo[],
  forma: ElementoForma | undefined,
  ruta: string,
  detalles: Detail[],
): readonly Nodo[] {
  const formas = new Map(forma?.hijos.map((hijo) => [hijo.elemento.nombre, hijo]));
  const cuenta = new Map<string, number>();
  return hijos.map((hijo) => {
    const { nombre } = hijo;
    const suya = formas.get(nombre);
    const i = cuenta.get(nombre) ?? 0;
    cuenta.set(nombre, i + 1);
    const indice = suya === undefined || suya.max > 1 ? `[${i}]` : '';
    return canonico(hijo, suya?.elemento, `${ruta}.${nombre.slice(0, 100)}${indice}`, detalles);
  });
}
