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
    'CP-FiguraTransporte-TiposFigura',
    'En el autotransporte hay al menos un operador (figura 01).',
    'For transport by road there is at least one driver (figure 01).',
    ({ carta, autotransporte, figuras }) =>
      autotransporte !== undefined &&
      !figuras.some((figura) => is(figura, OPERADOR)) &&
      placeOf(carta, 'FiguraTransporte'),
  ),
];

export const figuraRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP-TiposFigura-NumLicencia',
    'El número de licencia es del operador (figura 01), y solo de él.',
    "The licence number is the driver's (figure 01), and nobody else's.",
    (figura) => onlyIf(figura, 'NumLicencia', is(figura, OPERADOR)),
  ),
  cpRule(
    'CP-TiposFigura-RFCFigura',
    'La figura se identifica con su RFC, o con su número de registro fiscal extranjero.',
    'The figure is identified by its RFC, or by its foreign tax number.',
    (figura) =>
      !hasAttribute(figura, 'RFCFigura') &&
      !hasAttribute(figura, 'NumRegIdTribFigura') &&
      placeOf(figura, 'RFCFigura'),
  ),
  ...extranjeroRules('TiposFigura', 'RFCFigura', 'NumRegIdTribFigura', 'ResidenciaFiscalFigura'),
  cpRule(
    'CP-TiposFigura-PartesTransporte',
    'Las partes del transporte son del propietario y del arrendador (figuras 02 y 03), que las registran.',
    'The parts of the transport are of the owner and the lessor (figures 02 and 03), which give them.',
    (figura) => {
      const partes = childrenOf(figura, 'PartesTransporte').length > 0;
      const required = is(figura, OWNER, ARRENDADOR);
      const puede = required || !is(figura, OPERADOR, NOTIFIED);
      return (partes ? !puede : required) && placeOf(figura, 'PartesTransporte');
    },
  ),
];
