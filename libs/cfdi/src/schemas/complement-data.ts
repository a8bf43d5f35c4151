import { englishOf, SMALL_CATALOGUES, SMALL_IDS } from '#sat';
import { onlyChild } from './data.js';
import type { AttributeSchema, ChildSchema, ElementSchema } from './schema.js';

/** A schema of OpenAPI 3.1. */
export type OpenSchema = Readonly<Record<string, unknown>>;

/** How the API's JSON differs from the standard's table. */
export interface Spelling {
  readonly name: (standard: string) => string;
  /** Attributes and children that are no fields: they are computed, or fixed. */
  readonly computed: ReadonlySet<string>;
  /** Required by the standard, known without being sent. */
  readonly derived: ReadonlySet<string>;
  /** Elements that only group others are their list. */
  readonly groupsAreLists: boolean;
  /** They are taken as the standard has them, too. */
  readonly groupsToo?: boolean;
  /** What fields are that are not as their attribute or child, by its name. */
  readonly instead: Readonly<Record<string, OpenSchema>>;
  /** What a field is, by its name in the standard. */
  readonly words: Readonly<Record<string, string>>;
}

/** The schema of the JSON of an element, by its table. */
export function openSchema(element: ElementSchema, spelling: Spelling): OpenSchema {
  const { name, computed, derived } = spelling;
  const attributes = [...element.attributes.values()].filter(
    (one) => !computed.has(one.name) && one.type.fixed === undefined,
  );
  const children = element.children.filter((child) => !computed.has(child.element.name));
  const required = [
    ...attributes.filter((one) => one.required).map((one) => one.name),
    ...children.filter(({ min }) => min > 0).map((child) => child.element.name),
  ].filter((one) => !derived.has(one));
  const own = (place: string, make: () => OpenSchema): [string, OpenSchema] => [
    name(place),
    spelling.instead[place] ?? make(),
  ];
  return {
    type: 'object',
    properties: Object.fromEntries([
      ...attributes.map((one) => own(one.name, () => valueOf(one, element, spelling))),
      ...children.map((child) => own(child.element.name, () => childOf(child, spelling))),
    ]),
    ...(required.length > 0 && { required: required.map(name) }),
  };
}

function childOf({ element, max }: ChildSchema, spelling: Spelling): OpenSchema {
  const description = spelling.words[element.name] ?? `Element ${element.name} of the standard`;
  const inside = onlyChild({
    ...element,
    attributes: new Map([...element.attributes].filter(([name]) => !spelling.computed.has(name))),
  });
  if (spelling.groupsAreLists && inside) {
    const group =
      spelling.groupsToo && onlyChild(element)
        ? `. Taken as the group of the standard, too: \`{ "${spelling.name(inside.element.name)}": […] }\``
        : '';
    return { ...listOf(inside, spelling), description: description + group };
  }
  if (max === 1) return { ...openSchema(element, spelling), description };
  return { ...listOf({ element, min: 0, max }, spelling), description };
}

const listOf = ({ element, min, max }: ChildSchema, spelling: Spelling): OpenSchema => ({
  type: 'array',
  items: openSchema(element, spelling),
  ...(min > 0 && { minItems: min }),
  ...(max !== Infinity && { maxItems: max }),
});

const VALUES: Readonly<Record<string, string>> = {
  Sí: 'Sí / Yes',
  No: 'No / No',
  Entrada: 'Entrada / Goods enter the country',
  Salida: 'Salida / Goods leave the country',
  Origen: 'Origen / Where goods are loaded',
  Destino: 'Destino / Where goods are unloaded',
  Altura: 'Altura / On the high seas',
  Cabotaje: 'Cabotaje / Between ports of the country',
};

/** Catalogues of so many keys are told; longer ones are named. */
const TOLD = 40;

function valueOf(
  { name, type }: AttributeSchema,
  { name: parent }: ElementSchema,
  { words }: Spelling,
): OpenSchema {
  const expected = typeof type.expected === 'string' ? type.expected : type.expected.en;
  const said = words[name] ?? `Attribute ${name} of ${parent}`;
  const description = expected ? `${said} (${expected})` : said;
  if (type.values)
    return {
      ...{ type: 'string', enum: type.values, description: said },
      'x-enum-descriptions': Object.fromEntries(type.values.map((value) => [value, VALUES[value] ?? value])),
    };
  if (type.decimals !== undefined) {
    const { min = 0, max } = type.limits ?? {};
    return {
      type: type.decimals === 0 ? 'integer' : 'number',
      minimum: min,
      ...(max !== undefined && { maximum: max }),
      description: said,
    };
  }
  const { longitud, pattern } = type;
  return {
    type: 'string',
    ...(longitud && { minLength: longitud[0], ...(longitud[1] !== Infinity && { maxLength: longitud[1] }) }),
    ...(pattern && !longitud && { pattern: pattern.source }),
    ...keysOf(type.catalogue),
    description,
  };
}

/** Meanings of the keys of a catalogue that is not long; it is no enumeration, since newer ones may be loaded. */
function keysOf(named: string | undefined): OpenSchema {
  const id = SMALL_IDS.find((one) => SMALL_CATALOGUES[one].catalogue.name === named);
  if (named === undefined || id === undefined) return {};
  const { entries } = SMALL_CATALOGUES[id].catalogue;
  if (entries.length > TOLD) return {};
  const meaning = (entry: (typeof entries)[number]) =>
    [...new Set([entry.label, englishOf(id, entry)])].filter(Boolean).join(' / ');
  return { 'x-enum-descriptions': Object.fromEntries(entries.map((one) => [one.key, meaning(one)])) };
}
