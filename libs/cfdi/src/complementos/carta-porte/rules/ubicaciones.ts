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

/** A train stops at this many places at least: CP129 counts them, with those that it only passes. */
const DESTINOS_BY_RAIL = 5;

/** Where goods start and arrive. */
export const ubicacionesRules: readonly CpRule<View>[] = [
  cpRule(
    'CP128',
    'El transporte ferroviario debe registrar al menos una Ubicacion de tipo Origen.',
    'Transport by rail must give at least one Ubicacion of type Origen.',
    ({ carta, ferroviario, origenes }) =>
      ferroviario !== undefined && origenes.length === 0 && placeOf(carta, 'Ubicaciones'),
  ),
  cpRule(
    'CP129',
    `El transporte ferroviario debe registrar al menos ${DESTINOS_BY_RAIL} Ubicacion de tipo Destino: las estaciones intermedias (TipoEstacion 02) y la final (03).`,
    `Transport by rail must give at least ${DESTINOS_BY_RAIL} Ubicacion of type Destino: the stations on the way (TipoEstacion 02) and the last one (03).`,
    ({ carta, ferroviario, destinos }) =>
      ferroviario !== undefined && destinos.length < DESTINOS_BY_RAIL && placeOf(carta, 'Ubicaciones'),
  ),
  cpRule(
    'CP130',
    'Debe registrarse al menos una Ubicacion de tipo Origen y una de tipo Destino.',
    'Give at least one Ubicacion of type Origen and one of type Destino.',
    ({ carta, ferroviario, origenes, destinos }) =>
      ferroviario === undefined &&
      (origenes.length === 0 || destinos.length === 0) &&
      placeOf(carta, 'Ubicaciones'),
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

const estacionRule = (code: string, name: string): CpRule<XmlNode> =>
  cpRule(
    code,
    `${name} debe registrarse en los transportes marítimo, aéreo y ferroviario, y no en el autotransporte.`,
    `Give ${name} for transport by sea, air and rail, and not by road.`,
    (one, { view }) =>
      requireAttribute(one, name, hasEstaciones(view)) || forbidAttribute(one, name, lacksEstaciones(view)),
  );

/** Keys of c_TipoEstacion. */
const INTERMEDIA = '02';
const TERMINALES = ['01', '03'];
/** A station that a train passes: it has no address. */
const isPassed = (ubicacion: XmlNode, { ferroviario }: View): boolean =>
  ferroviario !== undefined && ubicacion.attributes['TipoEstacion'] === INTERMEDIA;

/** Attributes of a place. */
export const ubicacionRules: readonly CpRule<XmlNode>[] = [
  cpRule(
    'CP-Ubicacion-IDUbicacion',
    'El IDUbicacion debe empezar con OR en un Origen y con DE en un Destino.',
    'The IDUbicacion must start with OR in an Origen and with DE in a Destino.',
    (one) => {
      const { IDUbicacion: id, TipoUbicacion: type = '' } = one.attributes;
      return id !== undefined && !id.startsWith(PREFIXES[type] ?? '') && placeOf(one, 'IDUbicacion');
    },
  ),
  ...extranjeroRules(['CP133', 'CP134'], 'RFCRemitenteDestinatario', 'NumRegIdTrib', 'ResidenciaFiscal'),
  estacionRule('CP-Ubicacion-NumEstacion', 'NumEstacion'),
  estacionRule('CP137', 'NombreEstacion'),
  cpRule(
    'CP140',
    'TipoEstacion debe registrarse en los transportes marítimo, aéreo y ferroviario dentro del país, y no en el autotransporte.',
    'Give TipoEstacion for transport by sea, air and rail inside the country, and not by road.',
    (one, { view }) =>
      requireAttribute(one, 'TipoEstacion', hasEstaciones(view) && !isAbroad(one)) ||
      forbidAttribute(one, 'TipoEstacion', lacksEstaciones(view)),
  ),
  cpRule(
    'CP139',
    'NavegacionTrafico debe registrarse en el transporte marítimo, y solo en él.',
    'Give NavegacionTrafico for transport by sea, and only for it.',
    (one, { view }) => onlyIf(one, 'NavegacionTrafico', view.maritimo !== undefined),
  ),
  cpRule(
    'CP141',
    'DistanciaRecorrida debe registrarse en cada Destino por carretera o por tren, y en ningún Origen.',
    'Give DistanciaRecorrida for each Destino by road or by rail, and for no Origen.',
    (one, { view }) => {
      const destino = one.attributes['TipoUbicacion'] === 'Destino';
      return (
        requireAttribute(one, 'DistanciaRecorrida', destino && view.overland) ||
        forbidAttribute(one, 'DistanciaRecorrida', !destino)
      );
    },
  ),
  cpRule(
    'CP142',
    'En el transporte ferroviario no debe registrarse Domicilio en una estación intermedia (TipoEstacion 02).',
    'For transport by rail leave out the Domicilio of a station on the way (TipoEstacion 02).',
    (one, { view }) =>
      isPassed(one, view) && childOf(one, 'Domicilio') !== undefined && placeOf(one, 'Domicilio'),
  ),
  cpRule(
    'CP-Ubicacion-Domicilio',
    'Domicilio debe registrarse en el autotransporte, y en la estación nacional de origen o de destino final.',
    'Give the Domicilio for transport by road, and for the national station of origin or final destination.',
    (one, { view }) =>
      (view.autotransporte !== undefined || TERMINALES.includes(one.attributes['TipoEstacion'] ?? '')) &&
      !isPassed(one, view) &&
      childOf(one, 'Domicilio') === undefined &&
      placeOf(one, 'Domicilio'),
  ),
  cpRule(
    'CP-Ubicacion-NumEstacion-Clave',
    'La NumEstacion no está en c_Estaciones para el medio de transporte.',
    'The NumEstacion is not in c_Estaciones for the means of transport.',
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
    'CP138',
    'El NombreEstacion debe ser el que c_Estaciones da a la NumEstacion; el de una estación extranjera, el suyo propio.',
    'The NombreEstacion must be the one that c_Estaciones gives to the NumEstacion; that of a foreign station, its own.',
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
