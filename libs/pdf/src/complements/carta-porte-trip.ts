import type { Row } from '../rows.js';
import { factsOf, type Element, type Reader } from './element.js';

/** Figures of c_FiguraTransporte: who drives. */
const OPERADOR = '01';

/** The attribute that names each vehicle, and what a reader calls it. Trailers and wagons are below their vehicle. */
const PLATES: Readonly<Record<string, readonly [label: string, plates: (means: Element) => Plates]>> = {
  Autotransporte: [
    'Placas',
    (means) => [
      means.child('IdentificacionVehicular')?.raw('PlacaVM'),
      ...(means.child('Remolques')?.children('Remolque') ?? []).map((one) => one.raw('Placa')),
    ],
  ],
  TransporteMaritimo: [
    'Embarcación',
    (means) => [means.raw('NombreEmbarc'), means.raw('Matricula'), means.raw('NumeroOMI')],
  ],
  TransporteAereo: ['Aeronave', (means) => [means.raw('MatriculaAeronave'), means.raw('NumeroGuia')]],
  TransporteFerroviario: [
    'Carros',
    (means) => means.children('Carro').map((carro) => carro.raw('MatriculaCarro')),
  ],
};
type Plates = readonly (string | undefined)[];

/** What an inspector looks for first: from where to where and when, who drives, and which plates. */
export function tripFacts(carta: Element, reader: Reader): Row[] {
  const stops = carta.child('Ubicaciones')?.children('Ubicacion') ?? [];
  const origin = stops.find((stop) => stop.raw('TipoUbicacion') === 'Origen');
  const target = stops.findLast((stop) => stop.raw('TipoUbicacion') === 'Destino');
  const route = [origin, target].map((stop) => stop && stopName(stop, reader));
  const between = stops.length - 2;
  const detours =
    between > 0 ? ` (con ${between} ${between === 1 ? 'punto intermedio' : 'puntos intermedios'})` : '';
  return [
    ...(route[0] && route[1] ? [{ label: 'Ruta', value: `${route[0]} a ${route[1]}${detours}` }] : []),
    ...factsOf(origin, { FechaHoraSalidaLlegada: 'Salida' }),
    ...factsOf(target, { FechaHoraSalidaLlegada: 'Llegada' }),
    ...drivers(carta),
    ...plates(carta),
  ];
}

/** "Cuauhtémoc, Ciudad de México": a station's name, or the place of an address as far as its keys have names. */
function stopName(stop: Element, { place }: Reader): string {
  const address = stop.child('Domicilio');
  const state = address?.raw('Estado');
  const nameOf = (catalogue: string, key: string | undefined, of: string | undefined) => {
    const name = place(catalogue, key, of)?.replace(`${key} - `, '');
    return name !== undefined && /^\d+$/.test(name) ? undefined : name;
  };
  const parts = [
    nameOf('c_Municipio', address?.raw('Municipio'), state),
    nameOf('c_Estado', state, address?.raw('Pais')),
  ];
  const named = parts.filter(Boolean).join(', ');
  return stop.raw('NombreEstacion') ?? (named || (stop.raw('IDUbicacion') ?? ''));
}

function drivers(carta: Element): Row[] {
  return (carta.child('FiguraTransporte')?.inside ?? [])
    .filter((figure) => figure.raw('TipoFigura') === OPERADOR)
    .map((figure) => ({
      label: 'Operador',
      value: [
        figure.raw('NombreFigura'),
        figure.raw('RFCFigura'),
        figure.raw('NumLicencia') && `licencia ${figure.raw('NumLicencia')}`,
      ]
        .filter(Boolean)
        .join(', '),
    }))
    .filter(({ value }) => value !== '');
}

function plates(carta: Element): Row[] {
  return (carta.child('Mercancias')?.inside ?? []).flatMap((means) => {
    const [label, platesOf] = PLATES[means.name] ?? [];
    const value = platesOf?.(means).filter(Boolean).join(', ');
    return label && value ? [{ label, value }] : [];
  });
}
