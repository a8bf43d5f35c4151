import type { Catalogue } from '#sat';
import { findStandard, standardsFor } from '../schemas/standards/index.js';
import type { ElementSchema } from '../schemas/schema.js';
import type { XmlNode } from '../parsed.js';
import { placeOf, rule, type Violation } from '../rules/rule.js';
import { catalogueOf } from './catalogues.js';

/** Rules of the complements of Retenciones: their keys are in their catalogues; and what their fields say of others. */

const codeOf = (node: string, attribute: string): string => `RET-${node}-${attribute}`;

/** The attributes of an element's table that have a catalogue here. */
const attributesWithCatalogue = ({ attributes }: ElementSchema): readonly (readonly [string, Catalogue])[] =>
  [...attributes.values()].flatMap(({ name, type }) => {
    const one = catalogueOf(type);
    return one ? [[name, one] as const] : [];
  });

function collectByElement(
  schema: ElementSchema,
  map: Map<ElementSchema, ReturnType<typeof attributesWithCatalogue>>,
): void {
  map.set(schema, attributesWithCatalogue(schema));
  for (const { element } of schema.children) collectByElement(element, map);
}
const tables = new Map<ElementSchema, ReturnType<typeof attributesWithCatalogue>>();
for (const { root } of standardsFor('retenciones')) collectByElement(root, tables);

/** The code of each attribute whose key is looked up. */
export const catalogueCodes: readonly string[] = [
  ...new Set(
    [...tables].flatMap(([{ name: nombre }, attributes]) => attributes.map(([name]) => codeOf(nombre, name))),
  ),
];

/** Keys of a complement that are not in force on a day; says whether `limit` is reached. */
export function checkCatalogues(node: XmlNode, day: string, violations: Violation[], limit: number): boolean {
  const schema = findStandard(node, 'retenciones')?.root;
  return schema !== undefined && check(schema, node, day, violations, limit);
}

function check(
  schema: ElementSchema,
  node: XmlNode,
  day: string,
  violations: Violation[],
  limit: number,
): boolean {
  for (const [attribute, catalogue] of tables.get(schema) ?? []) {
    const key = node.attributes[attribute];
    if (key === undefined || catalogue.has(key, day)) continue;
    violations.push({
      code: codeOf(node.name, attribute),
      es: `La clave no está vigente en el catálogo ${catalogue.name}.`,
      en: `The key is not in force in the catalogue ${catalogue.name}.`,
      ...placeOf(node, attribute),
    });
    if (violations.length >= limit) return true;
  }
  return node.children.some((child) => {
    const own = schema.children.find(({ element }) => element.name === child.name)?.element;
    return own !== undefined && check(own, child, day, violations, limit);
  });
}

/** Payments to foreigners: either the data of the beneficiary or those of the non-beneficiary are there. */
export const sobrePagosAExtranjeros = [
  rule<XmlNode>(
    codeOf('Pagosaextranjeros', 'EsBenefEfectDelCobro'),
    'Con EsBenefEfectDelCobro "SI" deben registrarse los datos del beneficiario; con "NO", los del no beneficiario.',
    'With EsBenefEfectDelCobro "SI", give the data of the beneficiary; with "NO", those of the non-beneficiary.',
    (node) => {
      if (node.name !== 'Pagosaextranjeros') return false;
      const expected = node.attributes['EsBenefEfectDelCobro'] === 'SI' ? 'Beneficiario' : 'NoBeneficiario';
      const [only, ...more] = node.children;
      return (only?.name !== expected || more.length > 0) && placeOf(node, 'EsBenefEfectDelCobro');
    },
  ),
];
