import { englishOf, SMALL_CATALOGUES, SMALL_IDS, type SmallId } from '#sat';
import { onlyChild } from './data.js';
import type { AttributeSchema, ChildSchema, ElementSchema } from './schema.js';
import type { SimpleType } from './types.js';

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
  /** What fields are that are not as their attribute or child, by its name. */
  readonly instead: Readonly<Record<string, OpenSchema>>;
  /** What a field is, by its name in the standard; `Parent.Name` where elements of one name have several. */
  readonly words: Readonly<Record<string, string>>;
  /** More decimals than the standard takes are rounded; else they are refused. */
  readonly rounds?: boolean;
}

const wordsOf = ({ words }: Spelling, parent: ElementSchema, name: string): string | undefined =>
  words[`${parent.name}.${name}`] ?? words[name];

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
      ...children.map((child) => own(child.element.name, () => childOf(child, element, spelling))),
    ]),
    ...(required.length > 0 && { required: required.map(name) }),
  };
}

function childOf({ element, max }: ChildSchema, parent: ElementSchema, spelling: Spelling): OpenSchema {
  const description = wordsOf(spelling, parent, element.name) ?? `Element ${element.name} of the standard`;
  const inside = onlyChild({
    ...element,
    attributes: new Map([...element.attributes].filter(([name]) => !spelling.computed.has(name))),
  });
  if (spelling.groupsAreLists && inside) return { ...listOf(inside, spelling), description };
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

function valueOf({ name, type }: AttributeSchema, parent: ElementSchema, spelling: Spelling): OpenSchema {
  const said = wordsOf(spelling, parent, name) ?? `Attribute ${name} of ${parent.name}`;
  const form = formOf(type, spelling);
  const description = said.includes(form) ? said : `${said} (${form})`;
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
      description,
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

/** Where the API finds keys of large catalogues. */
const SEARCHES: Readonly<Record<string, string>> = {
  c_ClaveUnidad: '/v2/catalogs/units',
  c_Estaciones: '/v2/catalogs/cartaporte/3.1/port-stations',
  c_FraccionArancelaria: '/v2/catalogs/comercioexterior/2.0/tariff-fractions',
  c_MaterialPeligroso: '/v2/catalogs/cartaporte/3.1/hazardous-materials',
};

/** How a value is written, or where its key is found; nothing for a pattern, which the schema has. */
function formOf({ catalogue, decimals, expected }: SimpleType, { rounds }: Spelling): string {
  if (catalogue !== undefined) {
    const id = smallIdOf(catalogue);
    const address = id ? `/v2/catalogs/sat/${SMALL_CATALOGUES[id].name}` : SEARCHES[catalogue];
    return address === undefined ? catalogue : `${catalogue}: \`GET ${address}\``;
  }
  if (decimals !== undefined) {
    if (decimals === 0) return '';
    return rounds ? `rounded to ${decimals} decimals` : `${decimals} decimals at most`;
  }
  if (typeof expected !== 'string') return expected.en;
  return /[\\[\]{}]/.test(expected) ? '' : expected;
}

const smallIdOf = (named: string): SmallId | undefined =>
  SMALL_IDS.find((one) => SMALL_CATALOGUES[one].catalogue.name === named);

/** Meanings of the keys of a catalogue that is not long; it is no enumeration, since newer ones may be loaded. */
function keysOf(named: string | undefined): OpenSchema {
  const id = named === undefined ? undefined : smallIdOf(named);
  if (id === undefined) return {};
  const { entries } = SMALL_CATALOGUES[id].catalogue;
  if (entries.length > TOLD) return {};
  const meaning = (entry: (typeof entries)[number]) =>
    [...new Set([entry.label, englishOf(id, entry)])].filter(Boolean).join(' / ');
  return { 'x-enum-descriptions': Object.fromEntries(entries.map((one) => [one.key, meaning(one)])) };
}
