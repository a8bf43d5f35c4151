import { isRegimenAduaneroAllowed, regimenesAduaneros } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { requireAttribute, forbidAttribute, numberOf, cpRule, onlyIf, sumOf, type CpRule } from './common.js';
import type { View } from './view.js';

/** What crosses the border says how; what does not says nothing of it. */
const internationalOnly = (name: string, es: string, en: string): CpRule<View> =>
  cpRule<View>(
    `CP-CartaPorte-${name}`,
    `${name} (${es}) debe registrarse cuando TranspInternac es Sí, y solo entonces.`,
    `Give ${name} (${en}) where TranspInternac is Sí, and only there.`,
    ({ carta, internacional }) => onlyIf(carta, name, internacional),
  );

/** Attributes of the poles of the isthmus (CP127). */
const POLOS = ['UbicacionPoloOrigen', 'UbicacionPoloDestino'] as const;

/** The attributes of CartaPorte itself and the customs regimes. */
export const cartaRules: readonly CpRule<View>[] = [
  internationalOnly(
    'EntradaSalidaMerc',
    'si las mercancías entran o salen',
    'whether goods come in or go out',
  ),
  internationalOnly('PaisOrigenDestino', 'país de origen o destino', 'country of origin or destination'),
  internationalOnly('ViaEntradaSalida', 'vía de entrada o salida', 'way in or out'),
  cpRule(
    'CP-CartaPorte-PaisOrigenDestino-Extranjero',
    'El PaisOrigenDestino de un transporte internacional debe ser distinto de MEX.',
    'The PaisOrigenDestino of international transport must be other than MEX.',
    ({ carta }) => carta.attributes['PaisOrigenDestino'] === 'MEX' && placeOf(carta, 'PaisOrigenDestino'),
  ),
  cpRule(
    'CP-CartaPorte-RegimenesAduaneros',
    'RegimenesAduaneros debe registrarse cuando TranspInternac es Sí, y solo entonces.',
    'Give RegimenesAduaneros where TranspInternac is Sí, and only there.',
    ({ carta, internacional, regimenes }) =>
      regimenes.length > 0 !== internacional && placeOf(carta, 'RegimenesAduaneros'),
  ),
  cpRule(
    'CP125',
    'TotalDistRec debe registrarse en el autotransporte y en el transporte ferroviario, y solo en ellos.',
    'Give TotalDistRec for transport by road and by rail, and only for these.',
    ({ carta, overland, transportes }) => transportes.size > 0 && onlyIf(carta, 'TotalDistRec', overland),
  ),
  cpRule(
    'CP126',
    'TotalDistRec debe ser la suma de las DistanciaRecorrida de las ubicaciones.',
    'TotalDistRec must be the sum of the DistanciaRecorrida of the places.',
    ({ carta, overland, ubicaciones }) =>
      overland &&
      carta.attributes['TotalDistRec'] !== undefined &&
      numberOf(carta, 'TotalDistRec') !== sumOf(ubicaciones, 'DistanciaRecorrida') &&
      placeOf(carta, 'TotalDistRec'),
  ),
  cpRule(
    'CP127',
    `${POLOS.join(' y ')} deben registrarse cuando RegistroISTMO es Sí, y solo entonces.`,
    `Give ${POLOS.join(' and ')} where RegistroISTMO is Sí, and only there.`,
    ({ carta }) => {
      const istmo = carta.attributes['RegistroISTMO'] === 'Sí';
      for (const name of POLOS) {
        const place = istmo ? requireAttribute(carta, name) : forbidAttribute(carta, name);
        if (place) return place;
      }
      return false;
    },
  ),
];

export const regimenRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP-RegimenAduaneroCCP-RegimenAduanero',
    'El RegimenAduanero no corresponde a la EntradaSalidaMerc registrada.',
    'The RegimenAduanero does not fit the EntradaSalidaMerc given.',
    (regimen, { view }) => {
      const sentido = view.carta.attributes['EntradaSalidaMerc'];
      const { RegimenAduanero: key = '' } = regimen.attributes;
      return (
        sentido !== undefined &&
        regimenesAduaneros.find(key) !== undefined &&
        !isRegimenAduaneroAllowed(key, sentido) &&
        placeOf(regimen, 'RegimenAduanero')
      );
    },
  ),
];
