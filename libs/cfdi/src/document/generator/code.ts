import { toLowerFirst, type AttributePlan, type Plan } from '../plan.js';

/** What both generators of writers say alike: names of the model in TypeScript, loops, functions. */

/** Where the generated code finds the object of an element: an expression, and its type. */
export interface Source {
  readonly value: string;
  readonly type: string;
}

export const ROOT: Source = { value: 'c', type: 'Comprobante' };

export const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** The head of a generated file. */
export const fileHeader = (what: string, imported: readonly string[]): string[] => [
  '/**',
  ` * ${what} Written by \`npm run writers\` from the table of CFDI 4.0`,
  ' * (schemas/standards/cfdi/cfdi-40.ts) and the names of the model (document/fields.ts): change those, not this.',
  ' */',
  ...imported,
];

/** The value of an attribute: a number or a text that is there, or that may be missing. */
export function sourceOf({ field, origin, name }: AttributePlan, { value }: Source): string {
  if (origin === 'model') return `${value}.${field}`;
  if (origin === 'sello') return `s.${field}`;
  throw new Error(`${name} has one value only`);
}

/** What holds the object of an optional or required child, or one element of a list. */
export const inField = ({ field }: Plan, { value, type }: Source): Source => ({
  value: `${value}.${field}`,
  type: `${type}['${field}']`,
});

export const inList = ({ field }: Plan, { type }: Source, variable: string): Source => ({
  value: variable,
  type: `${type}['${field}'][number]`,
});

/** Lines for each element of the model's list. */
export const writeLoop = ({ field }: Plan, { value }: Source, variable: string, lines: readonly string[]) => [
  `for (const ${variable} of ${value}.${field}) {`,
  ...indent(lines),
  '}',
];

export const writeIf = (condition: string, lines: readonly string[]): string[] => [
  `if (${condition}) {`,
  ...indent(lines),
  '}',
];

/** The variable of a list's element: "fila" of a line's taxes, "concepto" of the lines. */
export const variableFor = ({ name }: Plan): string => toLowerFirst(name);

/** The only attribute of an element whose text the model's list has. */
export function onlyAttribute({ name, attributes, children }: Plan): AttributePlan {
  const [only, ...more] = attributes;
  if (!only || more.length > 0 || children.length > 0) throw new Error(`${name} is more than one text`);
  return only;
}

/** The lists that fill a group, those of the groups inside of it included. */
export const listsOf = ({ children }: Plan): readonly Plan[] =>
  children.flatMap((child) => (child.kind === 'group' ? listsOf(child) : [child]));
