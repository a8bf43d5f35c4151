import { conMinuscula, type AtributoPlan, type Plan } from '../plan.js';

/** What both generators of writers say alike: names of the model in TypeScript, loops, functions. */

/** Where the generated code finds the object of an element: an expression, and its type. */
export interface Datos {
  readonly valor: string;
  readonly tipo: string;
}

export const RAIZ: Datos = { valor: 'c', tipo: 'Comprobante' };

export const sangrar = (lineas: readonly string[]): string[] => lineas.map((linea) => `  ${linea}`);

/** The head of a generated file. */
export const cabeza = (que: string, importados: readonly string[]): string[] => [
  '/**',
  ` * ${que} Written by \`npm run writers\` from the table of CFDI 4.0`,
  ' * (formas/estandares/cfdi/cfdi-40.ts) and the names of the model (documento/campos.ts): change those, not this.',
  ' */',
  ...importados,
];

/** The value of an attribute: a number or a text that is there, or that may be missing. */
export function valorDe({ campo, origen, nombre }: AtributoPlan, { valor }: Datos): string {
  if (origen === 'modelo') return `${valor}.${campo}`;
  if (origen === 'sello') return `s.${campo}`;
  throw new Error(`${nombre} has one value only`);
}

/** What holds the object of an optional or required child, or one element of a list. */
export const enCampo = ({ campo }: Plan, { valor, tipo }: Datos): Datos => ({
  valor: `${valor}.${campo}`,
  tipo: `${tipo}['${campo}']`,
});

export const enLista = ({ campo }: Plan, { tipo }: Datos, variable: string): Datos => ({
  valor: variable,
  tipo: `${tipo}['${campo}'][number]`,
});

/** Lines for each element of the model's list. */
export const paraCada = ({ campo }: Plan, { valor }: Datos, variable: string, lineas: readonly string[]) => [
  `for (const ${variable} of ${valor}.${campo}) {`,
  ...sangrar(lineas),
  '}',
];

export const si = (condicion: string, lineas: readonly string[]): string[] => [
  `if (${condicion}) {`,
  ...sangrar(lineas),
  '}',
];

/** The variable of a list's element: "fila" of a line's taxes, "concepto" of the lines. */
export const variableDe = ({ nombre }: Plan): string => conMinuscula(nombre);

/** The only attribute of an element whose text the model's list has. */
export function unicoAtributo({ nombre, atributos, hijos }: Plan): AtributoPlan {
  const [unico, ...mas] = atributos;
  if (!unico || mas.length > 0 || hijos.length > 0) throw new Error(`${nombre} is more than one text`);
  return unico;
}

/** The lists that fill a group, those of the groups inside of it included. */
export const listasDe = ({ hijos }: Plan): readonly Plan[] =>
  hijos.flatMap((hijo) => (hijo.clase === 'grupo' ? listasDe(hijo) : [hijo]));
