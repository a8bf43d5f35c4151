import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { cpRule, extranjeroRules, onlyIf, hasAttribute, type CpRule } from './common.js';
import { childrenOf, type View } from './view.js';

/** Keys of c_FiguraTransporte. */
const OPERADOR = '01';
const OWNER = '02';
const ARRENDADOR = '03';
const NOTIFIED = '04';

const is = (figura: XmlNode, ...types: readonly string[]): boolean =>
  types.includes(figura.attributes['TipoFigura'] ?? '');

/** Who takes part in the transport. */
export const figurasRules: readonly CpRule<View>[] = [
  cpRule(
    'CP194',
    'En el autotransporte debe registrarse al menos un operador (TipoFigura 01).',
    'For transport by road give at least one driver (TipoFigura 01).',
    ({ carta, autotransporte, figuras }) =>
      autotransporte !== undefined &&
      !figuras.some((figura) => is(figura, OPERADOR)) &&
      placeOf(carta, 'FiguraTransporte'),
  ),
];

export const figuraRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP-TiposFigura-NumLicencia',
    'NumLicencia debe registrarse para el operador (TipoFigura 01), y solo para él.',
    'Give NumLicencia for the driver (TipoFigura 01), and for nobody else.',
    (figura) => onlyIf(figura, 'NumLicencia', is(figura, OPERADOR)),
  ),
  cpRule(
    'CP-TiposFigura-RFCFigura',
    'Debe registrarse RFCFigura o, de un residente en el extranjero, NumRegIdTribFigura.',
    'Give RFCFigura or, for a resident abroad, NumRegIdTribFigura.',
    (figura) =>
      !hasAttribute(figura, 'RFCFigura') &&
      !hasAttribute(figura, 'NumRegIdTribFigura') &&
      placeOf(figura, 'RFCFigura'),
  ),
  ...extranjeroRules(
    ['CP-TiposFigura-NumRegIdTribFigura', 'CP-TiposFigura-ResidenciaFiscalFigura'],
    ...(['RFCFigura', 'NumRegIdTribFigura', 'ResidenciaFiscalFigura'] as const),
  ),
  cpRule(
    'CP-TiposFigura-PartesTransporte',
    'PartesTransporte debe registrarse para el propietario y el arrendador (TipoFigura 02 y 03), y no para el operador ni el notificado.',
    'Give PartesTransporte for the owner and the lessor (TipoFigura 02 and 03), and not for the driver or who is notified.',
    (figura) => {
      const partes = childrenOf(figura, 'PartesTransporte').length > 0;
      const required = is(figura, OWNER, ARRENDADOR);
      const puede = required || !is(figura, OPERADOR, NOTIFIED);
      return (partes ? !puede : required) && placeOf(figura, 'PartesTransporte');
    },
  ),
];
