import type { Nodo } from '../../../parsed.js';
import { collapse } from '../../../text.js';
import { lugar } from '../../../reglas/regla.js';
import { exige, prohibe, reglaCp, reglasDeExtranjero, soloSi, tiene, type ReglaCp } from './comun.js';
import { hijo, type Vista } from './vista.js';

/** Where goods start and arrive. */
export const reglasUbicaciones: readonly ReglaCp<Vista>[] = [
  reglaCp(
    'CP-Ubicaciones-Ubicacion',
    'Hay al menos una ubicación de Origen y una de Destino.',
    'There is at least one place of type Origen and one of type Destino.',
    ({ carta, origenes, destinos }) =>
      (origenes.length === 0 || destinos.length === 0) && lugar(carta, 'Ubicaciones'),
  ),
];

const PREFIJOS: Readonly<Record<string, string>> = { Origen: 'OR', Destino: 'DE' };
/** Whether every means of transport stops at stations; with a lorry among them a place may be a house. */
const conEstaciones = ({ autotransporte, transportes }: Vista): boolean =>
  autotransporte === undefined && transportes.size > 0;
const sinEstaciones = ({ autotransporte, transportes }: Vista): boolean =>
  autotransporte !== undefined && transportes.size === 1;
const enElExtranjero = (ubicacion: Nodo): boolean =>
  (hijo(ubicacion, 'Domicilio')?.atributos['Pais'] ?? 'MEX') !== 'MEX';

const deEstacion = (nombre: string, es: string, en: string): ReglaCp<Nodo> =>
  reglaCp(
    `CP-Ubicacion-${nombre}`,
    `${es} se registra en los transportes marítimo, aéreo y ferroviario, y no en el autotransporte.`,
    `${en} is given for transport by sea, air and rail, and not by road.`,
    (uno, { vista }) =>
      exige(uno, nombre, conEstaciones(vista)) || prohibe(uno, nombre, sinEstaciones(vista)),
  );

/** Attributes of a place. */
export const reglasUbicacion: readonly ReglaCp<Nodo>[] = [
  reglaCp(
    'CP-Ubicacion-IDUbicacion',
    'El identificador empieza con OR en un Origen y con DE en un Destino.',
    'The identifier starts with OR in an Origen and with DE in a Destino.',
    (uno) => {
      const { IDUbicacion: id, TipoUbicacion: tipo = '' } = uno.atributos;
      return id !== undefined && !id.startsWith(PREFIJOS[tipo] ?? '') && lugar(uno, 'IDUbicacion');
    },
  ),
  ...reglasDeExtranjero('Ubicacion', 'RFCRemitenteDestinatario', 'NumRegIdTrib', 'ResidenciaFiscal'),
  deEstacion('NumEstacion', 'La clave de la estación', "The station's key"),
  deEstacion('NombreEstacion', 'El nombre de la estación', "The station's name"),
  reglaCp(
    'CP-Ubicacion-TipoEstacion',
    'El tipo de estación se registra en los transportes marítimo, aéreo y ferroviario dentro del país, y no en el autotransporte.',
    'The kind of station is given for transport by sea, air and rail inside the country, and not by road.',
    (uno, { vista }) =>
      exige(uno, 'TipoEstacion', conEstaciones(vista) && !enElExtranjero(uno)) ||
      prohibe(uno, 'TipoEstacion', sinEstaciones(vista)),
  ),
  reglaCp(
    'CP-Ubicacion-NavegacionTrafico',
    'El tipo de navegación va en el transporte marítimo, y solo en él.',
    'The kind of navigation goes with transport by sea, and only with it.',
    (uno, { vista }) => soloSi(uno, 'NavegacionTrafico', vista.maritimo !== undefined),
  ),
  reglaCp(
    'CP-Ubicacion-FechaHoraSalidaLlegada',
    'La llegada a un Destino es posterior a la salida del primer Origen.',
    'Arrival at a Destino is later than the departure from the first Origen.',
    (uno, { vista }) =>
      uno.atributos['TipoUbicacion'] === 'Destino' &&
      (uno.atributos['FechaHoraSalidaLlegada'] ?? '') <= vista.salida &&
      lugar(uno, 'FechaHoraSalidaLlegada'),
  ),
  reglaCp(
    'CP-Ubicacion-DistanciaRecorrida',
    'La distancia recorrida se registra en cada Destino por carretera o por tren, y en ningún Origen.',
    'The distance is given for each Destino by road or by rail, and for no Origen.',
    (uno, { vista }) => {
      const destino = uno.atributos['TipoUbicacion'] === 'Destino';
      const porTierra = (vista.autotransporte ?? vista.ferroviario) !== undefined;
      return (
        exige(uno, 'DistanciaRecorrida', destino && porTierra) || prohibe(uno, 'DistanciaRecorrida', !destino)
      );
    },
  ),
  reglaCp(
    'CP-Ubicacion-Domicilio',
    'El domicilio se registra en el autotransporte, y en la estación de origen o de destino final nacional.',
    'The address is given for transport by road, and for the national station of origin or final destination.',
    (uno, { vista }) =>
      (vista.autotransporte !== undefined || ['01', '03'].includes(uno.atributos['TipoEstacion'] ?? '')) &&
      hijo(uno, 'Domicilio') === undefined &&
      lugar(uno, 'Domicilio'),
  ),
  reglaCp(
    'CP-Ubicacion-NumEstacion-Clave',
    'La estación está en c_Estaciones y es del medio de transporte.',
    'The station is in c_Estaciones and is of the means of transport.',
    (uno, { vista, grandes }) => {
      const clave = uno.atributos['NumEstacion'];
      if (clave === undefined || !grandes) return false;
      const estacion = grandes.estaciones.find(clave, vista.dia);
      const vale = estacion
        ? vista.transportes.has(estacion.transporte)
        : grandes.estaciones.accepts(clave, vista.dia);
      return !vale && lugar(uno, 'NumEstacion');
    },
  ),
  reglaCp(
    'CP-Ubicacion-NombreEstacion-Clave',
    'El nombre de la estación es el de c_Estaciones; el de una extranjera, el suyo propio.',
    "The station's name is that of c_Estaciones; that of a foreign one, its own.",
    (uno, { vista, grandes }) => {
      const clave = uno.atributos['NumEstacion'];
      const estacion = clave === undefined ? undefined : grandes?.estaciones.find(clave, vista.dia);
      if (!estacion || !tiene(uno, 'NombreEstacion')) return false;
      const [dado, suyo] = [uno.atributos['NombreEstacion'] ?? '', estacion.label].map((texto) =>
        collapse(texto).toLowerCase(),
      ) as [string, string];
      // The catalogue's own name may be longer than the attribute.
      const igual = dado === suyo || (suyo.length > LARGO_NOMBRE && suyo.startsWith(dado));
      return igual === (suyo === 'extranjera') && lugar(uno, 'NombreEstacion');
    },
  ),
];

/** Characters of NombreEstacion. */
const LARGO_NOMBRE = 50;
