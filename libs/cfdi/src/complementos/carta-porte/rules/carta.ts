import { isRegimenAduaneroAllowed, regimenesAduaneros } from '#sat';
import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { requireAttribute, numberOf, cpRule, onlyIf, sumOf, type CpRule } from './common.js';
import type { View } from './view.js';

/** What crosses the border says how; what does not says nothing of it. */
const internationalOnly = (name: string, es: string, en: string): CpRule<View> =>
  cpRule<View>(
    `CP-CartaPorte-${name}`,
    `${es} va cuando TranspInternac es Sí, y solo entonces.`,
    `${en} goes where TranspInternac is Sí, and only there.`,
    ({ carta, internacional }) => onlyIf(carta, name, internacional),
  );

/** The attributes of CartaPorte itself and the customs regimes. */
export const cartaRules: readonly CpRule<View>[] = [
  internationalOnly(
    'EntradaSalidaMerc',
    'La entrada o salida de las mercancías',
    'Whether goods come in or go out',
  ),
  internationalOnly(
    'PaisOrigenDestino',
    'El país de origen o destino',
    'The country of origin or destination',
  ),
  internationalOnly('ViaEntradaSalida', 'La vía de entrada o salida', 'The way in or out'),
  cpRule(
    'CP-CartaPorte-PaisOrigenDestino-Extranjero',
    'El país de origen o destino de un transporte internacional no es México.',
    'The country of origin or destination of international transport is not Mexico.',
    ({ carta }) => carta.attributes['PaisOrigenDestino'] === 'MEX' && placeOf(carta, 'PaisOrigenDestino'),
  ),
  cpRule(
    'CP-CartaPorte-RegimenesAduaneros',
    'Los regímenes aduaneros van cuando TranspInternac es Sí, y solo entonces.',
    'Customs regimes go where TranspInternac is Sí, and only there.',
    ({ carta, internacional, regimenes }) =>
      regimenes.length > 0 !== internacional && placeOf(carta, 'RegimenesAduaneros'),
  ),
  cpRule(
    'CP-CartaPorte-TotalDistRec',
    'La distancia total recorrida se registra cuando se viaja por carretera o por tren.',
    'The total distance is given where goods travel by road or by rail.',
    ({ carta, autotransporte, ferroviario }) =>
      requireAttribute(carta, 'TotalDistRec', (autotransporte ?? ferroviario) !== undefined),
  ),
  cpRule(
    'CP-CartaPorte-TotalDistRec-Suma',
    'La distancia total recorrida es la suma de las distancias de las ubicaciones.',
    'The total distance is the sum of the distances of the places.',
    ({ carta, ubicaciones }) =>
      carta.attributes['TotalDistRec'] !== undefined &&
      numberOf(carta, 'TotalDistRec') !== sumOf(ubicaciones, 'DistanciaRecorrida') &&
      placeOf(carta, 'TotalDistRec'),
  ),
  ...(['UbicacionPoloOrigen', 'UbicacionPoloDestino'] as const).map((name) =>
    cpRule<View>(
      `CP-CartaPorte-${name}`,
      `${name} va cuando RegistroISTMO es Sí, y solo entonces.`,
      `${name} goes where RegistroISTMO is Sí, and only there.`,
      ({ carta }) => onlyIf(carta, name, carta.attributes['RegistroISTMO'] === 'Sí'),
    ),
  ),
];

export const regimenRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP-RegimenAduaneroCCP-RegimenAduanero',
    'El régimen aduanero corresponde a la entrada o salida de las mercancías.',
    'The customs regime fits goods that come in or go out.',
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
