import { cfdi40 } from '../schemas/standards/cfdi/cfdi-40.js';
import type { AttributeSchema, ElementSchema } from '../schemas/schema.js';
import { MODEL, type Kind } from './fields.js';

/**
 * The table of CFDI 4.0 with the model's fields beside each element and attribute. The writers of XML and cadena are
 * generated from it, the element of a built comprobante and the reading of one go by it as it is.
 */
export interface AttributePlan extends AttributeSchema {
  /** The model's field; a text of a list is the value itself. */
  readonly field: string;
  /** The model's own, of the seal, or always the same text. */
  readonly origin: 'model' | 'sello' | 'fixed';
}

export interface Plan {
  readonly name: string;
  readonly kind: Kind;
  /** The model's field; a group has none of its own. */
  readonly field: string;
  /** The input's field, where it is not the model's. */
  readonly entry: string;
  readonly required: boolean;
  readonly computed: boolean;
  readonly short: boolean;
  readonly schema: ElementSchema;
  readonly attributes: readonly AttributePlan[];
  readonly children: readonly Plan[];
  /** The input's field of each attribute and child: see {@link conRuta}. */
  readonly fields: Readonly<Record<string, string>>;
}

const SELLO_ATTRIBUTES = new Set(['Sello', 'NoCertificado', 'Certificado']);

/** "Concepto" with a small first letter. */
export const toLowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The plan of an element of the table, and of all that is inside. */
export function toPlan(schema: ElementSchema, required = true, inParent?: string): Plan {
  const { name } = schema;
  const own = MODEL[name] ?? {};
  const { kind = 'object', field = toLowerFirst(name), entry = {}, computed = false } = own;
  const attributes = [...schema.attributes.values()].map((attribute): AttributePlan => ({
    ...attribute,
    field: own.attributes?.[attribute.name] ?? toLowerFirst(attribute.name),
    origin:
      attribute.type.fixed !== undefined ? 'fixed' : SELLO_ATTRIBUTES.has(attribute.name) ? 'sello' : 'model',
  }));
  const children = schema.children.map(({ element, min }) => toPlan(element, min > 0, entry[element.name]));
  return {
    ...{ name, kind, field, required, computed, schema, attributes, children },
    entry: inParent ?? field,
    short: own.short ?? false,
    fields: {
      ...Object.fromEntries(
        attributes
          .filter(({ origin }) => origin === 'model')
          .map((one) => [one.name, entry[one.name] ?? one.field]),
      ),
      ...Object.fromEntries(children.map((child) => [child.name, child.entry])),
    },
  };
}

export const PLAN = toPlan(cfdi40.root);
