import type { XmlNode } from '../../../parsed.js';
import { applyRules, type RuleContext, type Violation } from '../../../rules/rule.js';
import { comercioExteriorRules, documentationRules } from './aduana.js';
import { aereoRules } from './aereo.js';
import { autotransporteRules } from './autotransporte.js';
import { cartaRules, regimenRules } from './carta.js';
import { keyRules } from './keys.js';
import { cofeprisRules } from './cofepris.js';
import type { CpRule } from './common.js';
import { domicilioRules, OF_PEOPLE, OF_PLACES } from './domicilio.js';
import { carroRules, ferroviarioRules } from './ferroviario.js';
import { figuraRules, figurasRules } from './figuras.js';
import { contenedorMaritimoRules, maritimoRules } from './maritimo.js';
import { cantidadRules, mercanciaRules } from './mercancia.js';
import { mercanciasRules } from './mercancias.js';
import { envelopeRules } from './envelope.js';
import { ubicacionRules, ubicacionesRules } from './ubicaciones.js';
import { viewOf, type CartaPorteContext, type View } from './view.js';

/** Rules of the document and of the complement as a whole. */
const ofView: readonly CpRule<View>[] = [
  ...envelopeRules,
  ...cartaRules,
  ...ubicacionesRules,
  ...mercanciasRules,
  ...figurasRules,
];

/** Rules of one element, by its name; "Padre>Nombre" where elements of one name have several. */
const own: Readonly<Record<string, readonly CpRule<XmlNode>[]>> = {
  RegimenAduaneroCCP: regimenRules,
  Ubicacion: ubicacionRules,
  'Ubicacion>Domicilio': domicilioRules(OF_PLACES),
  'TiposFigura>Domicilio': domicilioRules(OF_PEOPLE),
  Mercancia: [...mercanciaRules, ...cofeprisRules, ...comercioExteriorRules],
  DocumentacionAduanera: documentationRules,
  CantidadTransporta: cantidadRules,
  Autotransporte: autotransporteRules,
  TransporteMaritimo: maritimoRules,
  'TransporteMaritimo>Contenedor': contenedorMaritimoRules,
  TransporteAereo: aereoRules,
  TransporteFerroviario: ferroviarioRules,
  Carro: carroRules,
  TiposFigura: figuraRules,
};

const changesOfNode: ReadonlyMap<string, readonly CpRule<XmlNode>[]> = new Map(
  [...new Set([...Object.keys(own), ...keyRules.keys()])].map((where) => [
    where,
    [...(keyRules.get(where) ?? []), ...(own[where] ?? [])],
  ]),
);

/** Every rule, for the list of codes. */
export const cartaPorteRules: readonly {
  readonly code: string;
  readonly es: string;
  readonly en: string;
}[] = [...ofView, ...[...changesOfNode.values()].flat()];

/**
 * Runs the rules of Carta Porte 3.1 over its element, as a PAC does over the final XML; broken ones go to `violations`,
 * until there are `limit` of them. The structure is taken to hold.
 */
export function checkCartaPorte(
  carta: XmlNode,
  context: RuleContext,
  violations: Violation[],
  limit = Infinity,
): void {
  const view = viewOf(carta, context.root);
  const withView: CartaPorteContext = { ...context, view };
  if (applyRules(ofView, view, withView, violations, limit)) return;
  walk(carta, '', withView, violations, limit);
}

/** The rules of an element and of those inside, in the document's order; says whether the limit is reached. */
function walk(
  node: XmlNode,
  parent: string,
  context: CartaPorteContext,
  violations: Violation[],
  limit: number,
): boolean {
  const rules =
    changesOfNode.get(node.name) ?? (parent === '' ? undefined : changesOfNode.get(`${parent}>${node.name}`));
  if (rules && applyRules(rules, node, context, violations, limit)) return true;
  return node.children.some((one) => walk(one, node.name, context, violations, limit));
}
