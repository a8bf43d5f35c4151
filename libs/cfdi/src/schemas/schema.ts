import type { SimpleType } from './types.js';

/**
 * The shape of a standard of the tax authority, as one table: elements, attributes with their types, how often each
 * child may come, and what the cadena original takes of it in which order. Writing, the cadena, the checks of
 * structure and reading JSON all go by this table, so each fact is here once.
 */

export interface AttributeSchema {
  readonly name: string;
  readonly required: boolean;
  readonly type: SimpleType;
}

export interface ChildSchema {
  readonly element: ElementSchema;
  readonly min: number;
  readonly max: number;
}

/**
 * A step of the stylesheet: an attribute (written even when it is missing, if required), what is at a path of child
 * names, or the element's own text. `always`: a value is written, possibly empty, even if nothing is at the path.
 */
export type CadenaStep =
  | { readonly kind: 'attribute'; readonly name: string; readonly required: boolean }
  | {
      readonly kind: 'children';
      readonly path: readonly string[];
      readonly element: ElementSchema;
      readonly always: boolean;
    }
  | { readonly kind: 'text'; readonly required: boolean };

export interface ElementSchema {
  readonly name: string;
  /** In the order in which they are written. */
  readonly attributes: ReadonlyMap<string, AttributeSchema>;
  /** How many of them are required. */
  readonly requiredCount: number;
  /** In the order of the schema. */
  readonly children: readonly ChildSchema[];
  /** In the order of the stylesheet. */
  readonly steps: readonly CadenaStep[];
  /** The type of its text, where it has text and no children. */
  readonly text?: SimpleType;
  /** Children of which there are those of one name only (xs:choice), or of none where that is optional. */
  readonly choices?: { readonly names: readonly string[]; readonly optional: boolean };
  /** Any elements of other namespaces inside (xs:any). */
  readonly open?: true;
}

/** A complement, or a whole document: its namespace, the prefix it must have, its schema's address. */
export interface Standard {
  readonly prefix: string;
  readonly namespace: string;
  readonly schema: string;
  readonly root: ElementSchema;
}

interface OptionalType {
  readonly optional: SimpleType;
}
type AttributeTypes = Readonly<Record<string, SimpleType | OptionalType>>;
type ChildOrCounted = ElementSchema | ChildSchema;

/** An attribute that may be left out. */
export const optional = (type: SimpleType): OptionalType => ({ optional: type });

const withCount =
  (min: number, max: number) =>
  (element: ElementSchema): ChildSchema => ({ element, min, max });
/** At most one child. */
export const optionalChild = withCount(0, 1);
/** One child or more. */
export const oneOrMore = withCount(1, Infinity);
/** Any number of children. */
export const anyNumberOf = withCount(0, Infinity);
/** Between `min` and `max` children. */
export const between = (min: number, max: number, element: ElementSchema): ChildSchema => ({
  element,
  min,
  max,
});

/** An element; a child without a count comes exactly once. The stylesheet's order is that of the table. */
export function element(
  name: string,
  attributes: AttributeTypes,
  ...children: readonly ChildOrCounted[]
): ElementSchema {
  const table = new Map<string, AttributeSchema>(
    Object.entries(attributes).map(([name, type]) => [
      name,
      'optional' in type ? { name, required: false, type: type.optional } : { name, required: true, type },
    ]),
  );
  const all = children.map((child) => ('element' in child ? child : { element: child, min: 1, max: 1 }));
  return {
    name,
    attributes: table,
    requiredCount: [...table.values()].filter(({ required }) => required).length,
    children: all,
    steps: [
      ...[...table.values()].map(({ name: name, required }) => ({
        kind: 'attribute' as const,
        ...{ name, required },
      })),
      ...all.map(({ element: child }) => ({
        kind: 'children' as const,
        ...{ path: [child.name], element: child, always: false },
      })),
    ],
  };
}

/** An element that has text in place of children. */
export const estatusDetail = (
  base: ElementSchema,
  type: SimpleType,
  inCadena?: 'required' | 'optional',
): ElementSchema => ({
  ...base,
  text: type,
  steps: inCadena ? [...base.steps, { kind: 'text', required: inCadena === 'required' }] : base.steps,
});

/** An element that has children of one of these names, not of two. */
export const oneOfChildren = (base: ElementSchema, ...names: readonly string[]): ElementSchema => ({
  ...base,
  choices: { names, optional: false },
});
/** An element that has children of at most one of these names. */
export const optionalOneOfChildren = (base: ElementSchema, ...names: readonly string[]): ElementSchema => ({
  ...base,
  choices: { names, optional: true },
});

/** An element whose inside belongs to other standards. */
export const openElement = (base: ElementSchema): ElementSchema => ({ ...base, open: true });

/**
 * An element whose stylesheet goes another way than its table: "Version Serie? >Emisor >Totales/Importe!" names, in the
 * stylesheet's order, attributes (a question mark for an optional one) and paths of children (an exclamation mark where
 * a value is written even if there is none). What it leaves out is not signed.
 */
export function withCadena(base: ElementSchema, order: string): ElementSchema {
  const steps = order
    .split(/\s+/)
    .filter((step) => step !== '')
    .map((step): CadenaStep => {
      if (!step.startsWith('>'))
        return { kind: 'attribute', name: step.replace('?', ''), required: !step.endsWith('?') };
      const path = step.replace(/[>!]/g, '').split('/');
      return { kind: 'children', path, element: elementAt(base, path), always: step.endsWith('!') };
    });
  return { ...base, steps };
}

/** The element at the end of a path of child names. */
function elementAt(base: ElementSchema, path: readonly string[]): ElementSchema {
  return path.reduce((schema, name) => {
    const child = schema.children.find(({ element: child }) => child.name === name);
    if (!child) throw new Error(`${schema.name} has no child ${name}`);
    return child.element;
  }, base);
}
