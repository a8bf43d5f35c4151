import type { Nodo } from '../../../parsed.js';

/** Changes of a document's tree, for specs that break one rule. */
export interface Mutable {
  readonly nombre: string;
  readonly espacio: string;
  readonly atributos: Record<string, string>;
  hijos: Mutable[];
}

export const copia = ({ nombre, espacio, atributos, hijos }: Nodo): Mutable => ({
  ...{ nombre, espacio },
  atributos: { ...atributos },
  hijos: hijos.map(copia),
});

/** The element at a path of names, `Complemento/Nomina/Percepciones/Percepcion[1]`; the test fails where there is none. */
export function en(raiz: Mutable, camino: string): Mutable {
  return camino.split('/').reduce((nodo, paso) => {
    const [, nombre, indice = '0'] = /^(.*?)(?:\[(\d+)\])?$/.exec(paso) ?? [];
    const hijo = nodo.hijos.filter((uno) => uno.nombre === nombre)[Number(indice)];
    if (!hijo) throw new Error(`no ${paso} in ${nodo.nombre}`);
    return hijo;
  }, raiz);
}

/** Gives an element attributes, and takes those away that are undefined. */
export function poner(
  raiz: Mutable,
  camino: string,
  atributos: Readonly<Record<string, string | undefined>>,
): void {
  const destino = en(raiz, camino).atributos;
  for (const [nombre, valor] of Object.entries(atributos))
    if (valor === undefined) delete destino[nombre];
    else destino[nombre] = valor;
}

/** Takes the element at a path away. */
export function quitar(raiz: Mutable, camino: string): void {
  const padre = camino.includes('/') ? en(raiz, camino.slice(0, camino.lastIndexOf('/'))) : raiz;
  const hijo = en(raiz, camino);
  padre.hijos = padre.hijos.filter((uno) => uno !== hijo);
}

/** Puts an element into another, as its last child. */
export function agregar(
  raiz: Mutable,
  camino: string,
  nombre: string,
  atributos: Readonly<Record<string, string>> = {},
): void {
  const padre = camino === '' ? raiz : en(raiz, camino);
  padre.hijos.push({ nombre, espacio: padre.espacio, atributos: { ...atributos }, hijos: [] });
}
