import {
  clavesHyp,
  isNumeroPermisoValid,
  isSubproductoAllowed,
  subproductosHyp,
  tiposPermisoHyp,
} from '#sat';
import { hidrocarburosPetroliferos } from '../../schemas/standards/conceptos/hidrocarburos-petroliferos.js';
import type { XmlNode } from '../../parsed.js';
import { applyRules, placeOf, rule, type RuleContext, type Violation, type Rule } from '../../rules/rule.js';

/** A complement of a line with its line, and the day of the document. */
interface RuleSubject {
  readonly node: XmlNode;
  readonly concepto: XmlNode;
  readonly fecha: string | undefined;
}

/**
 * Rules of Hidrocarburos y Petrolíferos 1.0: what its catalogues say of each other and of the line. Of its matrix we
 * know the codes 106 to 110 only (CCHYP107, CCHYP110); the others are of our own numbering.
 */
export const hidrocarburosRules: readonly Rule<RuleSubject>[] = [
  rule(
    'HYP-TipoPermiso',
    'El TipoPermiso no está vigente en c_TipoPermiso en la fecha del comprobante.',
    "The TipoPermiso is not in force in c_TipoPermiso at the document's date.",
    ({ node, fecha }) =>
      !tiposPermisoHyp.has(attributeOf(node, 'TipoPermiso'), fecha) && placeOf(node, 'TipoPermiso'),
  ),
  rule(
    'CCHYP107',
    'El NumeroPermiso no tiene la nomenclatura que c_TipoPermiso da a su TipoPermiso.',
    'The NumeroPermiso does not have the form that c_TipoPermiso gives to its TipoPermiso.',
    ({ node }) => {
      const type = attributeOf(node, 'TipoPermiso');
      const number = attributeOf(node, 'NumeroPermiso');
      return (
        tiposPermisoHyp.find(type) && !isNumeroPermisoValid(type, number) && placeOf(node, 'NumeroPermiso')
      );
    },
  ),
  rule(
    'HYP-ClaveHYP',
    'La clave no está vigente en c_ClaveHYP.',
    'The key is not in force in c_ClaveHYP.',
    ({ node, fecha }) => !clavesHyp.has(attributeOf(node, 'ClaveHYP'), fecha) && placeOf(node, 'ClaveHYP'),
  ),
  rule(
    'HYP-ClaveHYP-ClaveProdServ',
    'La clave debe ser la ClaveProdServ del concepto.',
    'The key must be the product key of the item.',
    ({ node, concepto }) =>
      clavesHyp.find(attributeOf(node, 'ClaveHYP')) &&
      attributeOf(node, 'ClaveHYP') !== attributeOf(concepto, 'ClaveProdServ') &&
      placeOf(node, 'ClaveHYP'),
  ),
  rule(
    'HYP-SubProductoHYP',
    'El subproducto no está vigente en c_SubProductoHYP.',
    'The subproduct is not in force in c_SubProductoHYP.',
    ({ node, fecha }) =>
      !subproductosHyp.has(attributeOf(node, 'SubProductoHYP'), fecha) && placeOf(node, 'SubProductoHYP'),
  ),
  rule(
    'CCHYP110',
    'El SubProductoHYP no corresponde a la ClaveHYP según c_ClaveHYP.',
    'The SubProductoHYP does not belong to the ClaveHYP in c_ClaveHYP.',
    ({ node }) => {
      const key = attributeOf(node, 'ClaveHYP');
      const subproducto = attributeOf(node, 'SubProductoHYP');
      return (
        clavesHyp.find(key) &&
        subproductosHyp.find(subproducto) &&
        !isSubproductoAllowed(key, subproducto) &&
        placeOf(node, 'SubProductoHYP')
      );
    },
  ),
  rule(
    'HYP-ClaveUnidad',
    'La ClaveUnidad del concepto debe ser la que c_ClaveHYP indica (litros).',
    'The unit key of the item must be that of c_ClaveHYP (litres).',
    ({ node, concepto }) => {
      const key = clavesHyp.find(attributeOf(node, 'ClaveHYP'));
      return key && key.unidad !== attributeOf(concepto, 'ClaveUnidad') && placeOf(concepto, 'ClaveUnidad');
    },
  ),
];

const attributeOf = ({ attributes }: XmlNode, name: string): string => attributes[name] ?? '';

/**
 * Runs the rules of a line's complement: of `node`, inside of cfdi:ComplementoConcepto of `concepto`. Standards
 * without rules of their own (iedu) have none broken. Says whether `limit` is reached.
 */
export function checkComplementoConcepto(
  node: XmlNode,
  concepto: XmlNode,
  context: RuleContext,
  violations: Violation[],
  limit = Infinity,
): boolean {
  if (node.namespace !== hidrocarburosPetroliferos.namespace) return false;
  const fecha = context.root.attributes['Fecha'];
  return applyRules(hidrocarburosRules, { node, concepto, fecha }, context, violations, limit);
}
