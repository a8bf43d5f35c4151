import type { ElementoForma } from '../formas/forma.js';
import type { Nodo } from '../parsed.js';

/** Every small change of what knows CFDI 4.0: something left out, under another name, in another order, or otherwise. */
export type Cambio<T> = readonly [que: string, nuevo: T];

const sin = <T>(lista: readonly T[], i: number): T[] => lista.filter((_, j) => j !== i);
const con = <T>(lista: readonly T[], i: number, uno: T): T[] =>
  lista.map((antes, j) => (j === i ? uno : antes));
/** With the next one first. */
const alReves = <T>(lista: readonly T[], i: number): T[] => [
  ...lista.slice(0, i),
  ...lista.slice(i, i + 2).reverse(),
  ...lista.slice(i + 2),
];

/** Changes of a list that does not stand for nothing: each one left out, and each pair of neighbours the other way round. */
function deLista<T>(
  lista: readonly T[],
  nombre: (uno: T) => string,
  igual = (a: T, b: T) => a === b,
): Cambio<T[]>[] {
  return lista.flatMap((uno, i) => {
    const otro = lista[i + 1];
    const out: Cambio<T[]>[] = [[`sin ${nombre(uno)}`, sin(lista, i)]];
    if (otro !== undefined && !igual(uno, otro))
      out.push([`${nombre(otro)} antes de ${nombre(uno)}`, alReves(lista, i)]);
    return out;
  });
}

/** Of a table: attributes, children, steps of the stylesheet. */
export function deTabla(forma: ElementoForma): Cambio<ElementoForma>[] {
  const atributos = [...forma.atributos.values()];
  const conAtributos = (lista: typeof atributos): ElementoForma => ({
    ...forma,
    atributos: new Map(lista.map((uno) => [uno.nombre, uno])),
  });
  const aqui: Cambio<ElementoForma>[] = [
    ...deLista(atributos, ({ nombre }) => nombre).map(([que, lista]) => [que, conAtributos(lista)] as const),
    ...atributos.map((uno, i) => {
      const otro = { ...uno, nombre: `${uno.nombre}X` };
      return [`${uno.nombre} con otro nombre`, conAtributos(con(atributos, i, otro))] as const;
    }),
    ...deLista(forma.hijos, ({ elemento }) => `>${elemento.nombre}`).map(
      ([que, hijos]) => [que, { ...forma, hijos }] as const,
    ),
    ...deLista(forma.pasos, (paso) => `paso ${'nombre' in paso ? paso.nombre : 'de hijos'}`).map(
      ([que, pasos]) => [que, { ...forma, pasos }] as const,
    ),
  ];
  const dentro = forma.hijos.flatMap(({ elemento, ...veces }, i) =>
    deTabla(elemento).map(
      ([que, nuevo]) =>
        [
          `${elemento.nombre} ${que}`,
          {
            ...forma,
            hijos: con(forma.hijos, i, { elemento: nuevo, ...veces }),
            pasos: forma.pasos.map((paso) =>
              paso.clase === 'hijos' && paso.elemento === elemento ? { ...paso, elemento: nuevo } : paso,
            ),
          },
        ] as const,
    ),
  );
  return [...aqui.map(([que, nuevo]) => [`${forma.nombre} ${que}`, nuevo] as const), ...dentro];
}

/** Of a written document: each attribute of the standard's own elements, each element that is one tag. */
export function deXml(xml: string): Cambio<string>[] {
  const en = (desde: number, hasta: number, nuevo: string): string =>
    xml.slice(0, desde) + nuevo + xml.slice(hasta);
  return [...xml.matchAll(/<cfdi:\w+([^>]*?)(\/?)>/g)].flatMap((tag) => {
    const inicio = tag.index + tag[0].indexOf(' ');
    const atributos = [...(tag[1] as string).matchAll(/ ([^\s=:]+)="([^"]*)"/g)];
    const out: Cambio<string>[] = atributos.flatMap((uno, i): Cambio<string>[] => {
      const [texto, nombre = '', valor = ''] = uno;
      const desde = inicio + uno.index;
      const hasta = desde + texto.length;
      const [siguiente] = atributos[i + 1] ?? [];
      return [
        [`sin ${nombre}`, en(desde, hasta, '')],
        [`${nombre} con otro nombre`, en(desde, hasta, ` ${nombre}X="${valor}"`)],
        [`${nombre} con otro valor`, en(desde, hasta, ` ${nombre}="${valor}9"`)],
        ...(siguiente === undefined
          ? []
          : [
              [`${nombre} un lugar después`, en(desde, hasta + siguiente.length, siguiente + texto)] as const,
            ]),
      ];
    });
    if (tag[2] === '/') out.push([`sin ${tag[0]}`, en(tag.index, tag.index + tag[0].length, '')]);
    return out;
  });
}

/** Of a cadena: each value. */
export const deCadena = (cadena: string): Cambio<string>[] => {
  const valores = cadena.slice(2, -2).split('|');
  return [
    ...deLista(valores, (valor) => valor),
    ...valores.map((valor, i) => [`${valor} con otro valor`, con(valores, i, `${valor}9`)] as const),
  ].map(([que, nuevos]) => [que, `||${nuevos.join('|')}||`] as const);
};

/** Of an element: its attributes and children, and theirs. */
export function deNodo(nodo: Nodo): Cambio<Nodo>[] {
  const atributos = Object.entries(nodo.atributos);
  const conAtributos = (lista: readonly (readonly [string, string])[]): Nodo => ({
    ...nodo,
    atributos: Object.fromEntries(lista),
  });
  return [
    ...deLista(atributos, ([nombre]) => nombre).map(([que, lista]) => [que, conAtributos(lista)] as const),
    ...atributos.flatMap(([nombre, valor], i) => [
      [`${nombre} con otro nombre`, conAtributos(con(atributos, i, [`${nombre}X`, valor]))] as const,
      [`${nombre} con otro valor`, conAtributos(con(atributos, i, [nombre, `${valor}9`]))] as const,
    ]),
    ...deLista(nodo.hijos, ({ nombre }) => `>${nombre}`).map(
      ([que, hijos]) => [que, { ...nodo, hijos }] as const,
    ),
    ...nodo.hijos.flatMap((hijo, i) =>
      deNodo(hijo).map(([que, nuevo]) => [que, { ...nodo, hijos: con(nodo.hijos, i, nuevo) }] as const),
    ),
  ].map(([que, nuevo]) => [`${nodo.nombre} ${que}`, nuevo] as const);
}

/** Of plain JSON: each field missing, under another name, with another value; each element of a list missing. */
export function deJson(valor: unknown): Cambio<unknown>[] {
  if (typeof valor !== 'object' || valor === null) return [['otro valor', `${String(valor)}9`]];
  if (Array.isArray(valor))
    return valor.flatMap((uno, i): Cambio<unknown>[] => [
      [`sin [${i}]`, sin(valor, i)],
      ...deJson(uno).map(([que, nuevo]) => [`[${i}] ${que}`, con(valor, i, nuevo)] as const),
    ]);
  const campos = Object.entries(valor);
  return campos.flatMap(([nombre, uno], i): Cambio<unknown>[] => [
    [`sin ${nombre}`, Object.fromEntries(sin(campos, i))],
    [`${nombre} con otro nombre`, Object.fromEntries(con(campos, i, [`${nombre}X`, uno]))],
    ...deJson(uno).map(
      ([que, nuevo]) => [`${nombre} ${que}`, Object.fromEntries(con(campos, i, [nombre, nuevo]))] as const,
    ),
  ]);
}
