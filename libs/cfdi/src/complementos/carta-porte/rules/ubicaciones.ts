import type { XmlNode } from '../../../parsed.js';
import { collapse } from '../../../text.js';
import { placeOf } from '../../../rules/rule.js';
import {
  requireAttribute,
  forbidAttribute,
  cpRule,
  extranjeroRules,
  onlyIf,
  hasAttribute,
  type CpRule,
} from './common.js';
import { childOf, type View } from './view.js';

/** Where goods start and arrive. */
export const ubicacionesRules: readonly CpRule<View>[] = [
  cpRule(
    'CP-Ubicaciones-Ubicacion',
    'Hay al menos una ubicación de Origen y una de Destino.',
    'There is at least one place of type Origen and one of type Destino.',
    ({ carta, origenes, destinos }) =>
      (origenes.length === 0 || destinos.length === 0) && placeOf(carta, 'Ubicaciones'),
  ),
];

const PREFIXES: Readonly<Record<string, string>> = { Origen: 'OR', Destino: 'DE' };
/** Whether every means of transport stops at stations; with a lorry among them a place may be a house. */
const hasEstaciones = ({ autotransporte, transportes }: View): boolean =>
  autotransporte === undefined && transportes.size > 0;
const lacksEstaciones = ({ autotransporte, transportes }: View): boolean =>
  autotransporte !== undefined && transportes.size === 1;
const isAbroad = (ubicacion: XmlNode): boolean =>
  (childOf(ubicacion, 'Domicilio')?.attributes['Pais'] ?? 'MEX') !== 'MEX';

const estacionRule = (name: string, es: string, en: string): CpRule<XmlNode> =>
  cpRule(
    `CP-Ubicacion-${name}`,
    `${es} se registra en los transportes marítimo, aéreo y ferroviario, y no en el autotransporte.`,
    `${en} is given for transport by sea, air and rail, and not by road.`,
    (one, { view }) =>
      requireAttribute(one, name, hasEstaciones(view)) || forbidAttribute(one, name, lacksEstaciones(view)),
  );

/** Attributes of a place. */
export const ubicacionRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP-Ubicacion-IDUbicacion',
    'El identificador empieza con OR en un Origen y con DE en un Destino.',
    'The identifier starts with OR in an Origen and with DE in a Destino.',
    (one) => {
      const { IDUbicacion: id, TipoUbicacion: type = '' } = one.attributes;
      return id !== undefined && !id.startsWith(PREFIXES[type] ?? '') && placeOf(one, 'IDUbicacion');
    },
  ),
  ...extranjeroRules('Ubicacion', 'RFCRemitenteDestinatario', 'NumRegIdTrib', 'ResidenciaFiscal'),
  estacionRule('NumEstacion', 'La clave de la estación', "The station's key"),
  estacionRule('NombreEstacion', 'El nombre de la estación', "The station's name"),
  cpRule(
    'CP-Ubicacion-TipoEstacion',
    'El tipo de estación se registra en los transportes marítimo, aéreo y ferroviario dentro del país, y no en el autotransporte.',
    'The kind of station is given for transport by sea, air and rail inside the country, and not by road.',
    (one, { view }) =>
      requireAttribute(one, 'TipoEstacion', hasEstaciones(view) && !isAbroad(one)) ||
      forbidAttribute(one, 'TipoEstacion', lacksEstaciones(view)),
  ),
  cpRule(
    'CP-Ubicacion-NavegacionTrafico',
    'El tipo de navegación va en el transporte marítimo, y solo en él.',
    'The kind of navigation goes with transport by sea, and only with it.',
    (one, { view }) => onlyIf(one, 'NavegacionTrafico', view.maritimo !== undefined),
  ),
  cpRule(
    'CP-Ubicacion-FechaHoraSalidaLlegada',
    'La llegada a un Destino es posterior a la salida del primer Origen.',
    'Arrival at a Destino is later than the departure from the first Origen.',
    (one, { view }) =>
      one.attributes['TipoUbicacion'] === 'Destino' &&
      (one.attributes['FechaHoraSalidaLlegada'] ?? '') <= view.salida &&
      placeOf(one, 'FechaHoraSalidaLlegada'),
  ),
  cpRule(
    'CP-Ubicacion-DistanciaRecorrida',
    'La distancia recorrida se registra en cada Destino por carretera o por tren, y en ningún Origen.',
    'The distance is given for each Destino by road or by rail, and for no Origen.',
    (one, { view }) => {
      const destino = one.attributes['TipoUbicacion'] === 'Destino';
      const overland = (view.autotransporte ?? view.ferroviario) !== undefined;
      return (
        requireAttribute(one, 'DistanciaRecorrida', destino && overland) ||
        forbidAttribute(one, 'DistanciaRecorrida', !destino)
      );
    },
  ),
  cpRule(
    'CP-Ubicacion-Domicilio',
    'El domicilio se registra en el autotransporte, y en la estación de origen o de destino final nacional.',
    'The address is given for transport by road, and for the national station of origin or final destination.',
    (one, { view }) =>
      (view.autotransporte !== undefined || ['01', '03'].includes(one.attributes['TipoEstacion'] ?? '')) &&
      childOf(one, 'Domicilio') === undefined &&
      placeOf(one, 'Domicilio'),
  ),
  cpRule(
    'CP-Ubicacion-NumEstacion-Clave',
    'La estación está en c_Estaciones y es del medio de transporte.',
    'The station is in c_Estaciones and is of the means of transport.',
    (one, { view, large }) => {
      const key = one.attributes['NumEstacion'];
      if (key === undefined || !large) return false;
      const estacion = large.estaciones.find(key, view.day);
      const matching = estacion
        ? view.transportes.has(estacion.transporte)
        : large.estaciones.accepts(key, view.day);
      return !matching && placeOf(one, 'NumEstacion');
    },
  ),
  cpRule(
    'CP-Ubicacion-NombreEstacion-Clave',
    'El nombre de la estación es el de c_Estaciones; el de una extranjera, el suyo propio.',
    "The station's name is that of c_Estaciones; that of a foreign one, its own.",
    (one, { view, large }) => {
      const key = one.attributes['NumEstacion'];
      const estacion = key === undefined ? undefined : large?.estaciones.find(key, view.day);
      if (!estacion || !hasAttribute(one, 'NombreEstacion')) return false;
      const [given, own] = [one.attributes['NombreEstacion'] ?? '', estacion.label].map((text) =>
        collapse(text).toLowerCase(),
      ) as [string, string];
      // The catalogue's own name may be longer than the attribute.
      const isEqual = given === own || (own.length > NAME_LENGTH && own.startsWith(given));
      return isEqual === (own === 'extranjera') && placeOf(one, 'NombreEstacion');
    },
  ),
];

/** Characters of NombreEstacion. */
const NAME_LENGTH = 50;
