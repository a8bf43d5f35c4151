import { isRegimenAduaneroAllowed, regimenesAduaneros } from '#sat';
import type { Nodo } from '../../../parsed.js';
import { lugar } from '../../../reglas/regla.js';
import { exige, numero, reglaCp, soloSi, sumaDe, type ReglaCp } from './comun.js';
import type { Vista } from './vista.js';

/** What crosses the border says how; what does not says nothing of it. */
const soloInternacional = (nombre: string, es: string, en: string): ReglaCp<Vista> =>
  reglaCp<Vista>(
    `CP-CartaPorte-${nombre}`,
    `${es} va cuando TranspInternac es Sí, y solo entonces.`,
    `${en} goes where TranspInternac is Sí, and only there.`,
    ({ carta, internacional }) => soloSi(carta, nombre, internacional),
  );

/** The attributes of CartaPorte itself and the customs regimes. */
export const reglasCarta: readonly ReglaCp<Vista>[] = [
  soloInternacional(
    'EntradaSalidaMerc',
    'La entrada o salida de las mercancías',
    'Whether goods come in or go out',
  ),
  soloInternacional(
    'PaisOrigenDestino',
    'El país de origen o destino',
    'The country of origin or destination',
  ),
  soloInternacional('ViaEntradaSalida', 'La vía de entrada o salida', 'The way in or out'),
  reglaCp(
    'CP-CartaPorte-PaisOrigenDestino-Extranjero',
    'El país de origen o destino de un transporte internacional no es México.',
    'The country of origin or destination of international transport is not Mexico.',
    ({ carta }) => carta.atributos['PaisOrigenDestino'] === 'MEX' && lugar(carta, 'PaisOrigenDestino'),
  ),
  reglaCp(
    'CP-CartaPorte-RegimenesAduaneros',
    'Los regímenes aduaneros van cuando TranspInternac es Sí, y solo entonces.',
    'Customs regimes go where TranspInternac is Sí, and only there.',
    ({ carta, internacional, regimenes }) =>
      regimenes.length > 0 !== internacional && lugar(carta, 'RegimenesAduaneros'),
  ),
  reglaCp(
    'CP-CartaPorte-TotalDistRec',
    'La distancia total recorrida se registra cuando se viaja por carretera o por tren.',
    'The total distance is given where goods travel by road or by rail.',
    ({ carta, autotransporte, ferroviario }) =>
      exige(carta, 'TotalDistRec', (autotransporte ?? ferroviario) !== undefined),
  ),
  reglaCp(
    'CP-CartaPorte-TotalDistRec-Suma',
    'La distancia total recorrida es la suma de las distancias de las ubicaciones.',
    'The total distance is the sum of the distances of the places.',
    ({ carta, ubicaciones }) =>
      carta.atributos['TotalDistRec'] !== undefined &&
      numero(carta, 'TotalDistRec') !== sumaDe(ubicaciones, 'DistanciaRecorrida') &&
      lugar(carta, 'TotalDistRec'),
  ),
  ...(['UbicacionPoloOrigen', 'UbicacionPoloDestino'] as const).map((nombre) =>
    reglaCp<Vista>(
      `CP-CartaPorte-${nombre}`,
      `${nombre} va cuando RegistroISTMO es Sí, y solo entonces.`,
      `${nombre} goes where RegistroISTMO is Sí, and only there.`,
      ({ carta }) => soloSi(carta, nombre, carta.atributos['RegistroISTMO'] === 'Sí'),
    ),
  ),
];

export const reglasRegimen: readonly ReglaCp<Nodo>[] = [
  reglaCp(
    'CP-RegimenAduaneroCCP-RegimenAduanero',
    'El régimen aduanero corresponde a la entrada o salida de las mercancías.',
    'The customs regime fits goods that come in or go out.',
    (regimen, { vista }) => {
      const sentido = vista.carta.atributos['EntradaSalidaMerc'];
      const { RegimenAduanero: clave = '' } = regimen.atributos;
      return (
        sentido !== undefined &&
        regimenesAduaneros.find(clave) !== undefined &&
        !isRegimenAduaneroAllowed(clave, sentido) &&
        lugar(regimen, 'RegimenAduanero')
      );
    },
  ),
];
