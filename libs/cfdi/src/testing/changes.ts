import type { ElementSchema } from '../schemas/schema.js';
import type { XmlNode } from '../parsed.js';

/** Every small change of what knows CFDI 4.0: something left out, under another name, in another order, or otherwise. */
export type Change<T> = readonly [que: string, nuevo: T];

const without = <T>(list: readonly T[], i: number): T[] => list.filter((_, j) => j !== i);
const withChanges = <T>(list: readonly T[], i: number, one: T): T[] =>
  list.map((before, j) => (j === i ? one : before));
/** With the next one first. */
const swapWithNext = <T>(list: readonly T[], i: number): T[] => [
  ...list.slice(0, i),
  ...list.slice(i, i + 2).reverse(),
  ...list.slice(i + 2),
];

/** Changes of a list that does not stand for nothing: each one left out, and each pair of neighbours the other way round. */
function changesOfList<T>(
  list: readonly T[],
  name: (one: T) => string,
  isEqual = (a: T, b: T) => a === b,
): Change<T[]>[] {
  return list.flatMap((one, i) => {
    const other = list[i + 1];
    const out: Change<T[]>[] = [[`sin ${name(one)}`, without(list, i)]];
    if (other !== undefined && !isEqual(one, other))
      out.push([`${name(other)} antes de ${name(one)}`, swapWithNext(list, i)]);
    return out;
  });
}

/** Of a table: attributes, children, steps of the stylesheet. */
export function changesOfTable(schema: ElementSchema): Change<ElementSchema>[] {
  const attributes = [...schema.attributes.values()];
  const withAttributes = (list: typeof attributes): ElementSchema => ({
    ...schema,
    attributes: new Map(list.map((one) => [one.name, one])),
  });
  const here: Change<ElementSchema>[] = [
    ...changesOfList(attributes, ({ name }) => name).map(
      ([what, list]) => [what, withAttributes(list)] as const,
    ),
    ...attributes.map((one, i) => {
      const other = { ...one, name: `${one.name}X` };
      return [`${one.name} con otro nombre`, withAttributes(withChanges(attributes, i, other))] as const;
    }),
    ...changesOfList(schema.children, ({ element }) => `>${element.name}`).map(
      ([what, children]) => [what, { ...schema, children }] as const,
    ),
    ...changesOfList(schema.steps, (step) => `paso ${'name' in step ? step.name : 'de hijos'}`).map(
      ([what, steps]) => [what, { ...schema, steps }] as const,
    ),
  ];
  const inside = schema.children.flatMap(({ element, ...count }, i) =>
    changesOfTable(element).map(
      ([what, newValue]) =>
        [
          `${element.name} ${what}`,
          {
            ...schema,
            children: withChanges(schema.children, i, { element: newValue, ...count }),
            steps: schema.steps.map((step) =>
              step.kind === 'children' && step.element === element ? { ...step, element: newValue } : step,
            ),
          },
        ] as const,
    ),
  );
  return [...here.map(([what, newValue]) => [`${schema.name} ${what}`, newValue] as const), ...inside];
}

/** Of a written document: each attribute of the standard's own elements, each element that is one tag. */
export function changesOfXml(xml: string): Change<string>[] {
  const replace = (desde: number, until: number, newValue: string): string =>
    xml.slice(0, desde) + newValue + xml.slice(until);
  return [...xml.matchAll(/<cfdi:\w+([^>]*?)(\/?)>/g)].flatMap((tag) => {
    const start = tag.index + tag[0].indexOf(' ');
    const attributes = [...(tag[1] as string).matchAll(/ ([^\s=:]+)="([^"]*)"/g)];
    const out: Change<string>[] = attributes.flatMap((one, i): Change<string>[] => {
      const [text, name = '', value = ''] = one;
      const desde = start + one.index;
      const until = desde + text.length;
      const [next] = attributes[i + 1] ?? [];
      return [
        [`sin ${name}`, replace(desde, until, '')],
        [`${name} con otro nombre`, replace(desde, until, ` ${name}X="${value}"`)],
        [`${name} con otro valor`, replace(desde, until, ` ${name}="${value}9"`)],
        ...(next === undefined
          ? []
          : [[`${name} un lugar después`, replace(desde, until + next.length, next + text)] as const]),
      ];
    });
    if (tag[2] === '/') out.push([`sin ${tag[0]}`, replace(tag.index, tag.index + tag[0].length, '')]);
    return out;
  });
}

/** Of a cadena: each value. */
export const changesOfCadena = (cadena: string): Change<string>[] => {
  const values = cadena.slice(2, -2).split('|');
  return [
    ...changesOfList(values, (value) => value),
    ...values.map((value, i) => [`${value} con otro valor`, withChanges(values, i, `${value}9`)] as const),
  ].map(([what, newer]) => [what, `||${newer.join('|')}||`] as const);
};

/** Of an element: its attributes and children, and theirs. */
export function changesOfNode(node: XmlNode): Change<XmlNode>[] {
  const attributes = Object.entries(node.attributes);
  const withAttributes = (list: readonly (readonly [string, string])[]): XmlNode => ({
    ...node,
    attributes: Object.fromEntries(list),
  });
  return [
    ...changesOfList(attributes, ([name]) => name).map(
      ([what, list]) => [what, withAttributes(list)] as const,
    ),
    ...attributes.flatMap(([name, value], i) => [
      [`${name} con otro nombre`, withAttributes(withChanges(attributes, i, [`${name}X`, value]))] as const,
      [`${name} con otro valor`, withAttributes(withChanges(attributes, i, [name, `${value}9`]))] as const,
    ]),
    ...changesOfList(node.children, ({ name }) => `>${name}`).map(
      ([what, children]) => [what, { ...node, children }] as const,
    ),
    ...node.children.flatMap((child, i) =>
      changesOfNode(child).map(
        ([what, newValue]) => [what, { ...node, children: withChanges(node.children, i, newValue) }] as const,
      ),
    ),
  ].map(([what, newValue]) => [`${node.name} ${what}`, newValue] as const);
}

/** Of plain JSON: each field missing, under another name, with another value; each element of a list missing. */
export function changesOfJson(value: unknown): Change<unknown>[] {
  if (typeof value !== 'object' || value === null) return [['otro valor', `${String(value)}9`]];
  if (Array.isArray(value))
    return value.flatMap((one, i): Change<unknown>[] => [
      [`sin [${i}]`, without(value, i)],
      ...changesOfJson(one).map(
        ([what, newValue]) => [`[${i}] ${what}`, withChanges(value, i, newValue)] as const,
      ),
    ]);
  const fields = Object.entries(value);
  return fields.flatMap(([name, one], i): Change<unknown>[] => [
    [`sin ${name}`, Object.fromEntries(without(fields, i))],
    [`${name} con otro nombre`, Object.fromEntries(withChanges(fields, i, [`${name}X`, one]))],
    ...changesOfJson(one).map(
      ([what, newValue]) =>
        [`${name} ${what}`, Object.fromEntries(withChanges(fields, i, [name, newValue]))] as const,
    ),
  ]);
}
