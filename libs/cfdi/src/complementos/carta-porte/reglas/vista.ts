import { AEREO, AUTOTRANSPORTE, FERROVIARIO, MARITIMO } from '#sat';
import type { Nodo } from '../../../parsed.js';
import type { ContextoReglas } from '../../../reglas/regla.js';

/** A Carta Porte and its document, taken apart once for all rules. */
export interface Vista {
  readonly carta: Nodo;
  readonly raiz: Nodo;
  /** TipoDeComprobante. */
  readonly tipo: string;
  /** The day at which keys of catalogues have to be in force. */
  readonly dia: string;
  readonly internacional: boolean;
  /** Whether goods come into the country. */
  readonly entrada: boolean;
  readonly regimenes: readonly Nodo[];
  readonly ubicaciones: readonly Nodo[];
  readonly origenes: readonly Nodo[];
  readonly destinos: readonly Nodo[];
  /** When the first goods leave; empty without an origin. */
  readonly salida: string;
  /** What identifies origins and destinations. */
  readonly ids: ReadonlySet<string>;
  /** The element Mercancias; its children that are goods. */
  readonly mercancias: Nodo;
  readonly bienes: readonly Nodo[];
  readonly autotransporte?: Nodo;
  readonly maritimo?: Nodo;
  readonly aereo?: Nodo;
  readonly ferroviario?: Nodo;
  /** Keys of c_CveTransporte of the means that are there. */
  readonly transportes: ReadonlySet<string>;
  /** Whether some goods are hazardous. */
  readonly peligroso: boolean;
  readonly figuras: readonly Nodo[];
}

export interface ContextoCartaPorte extends ContextoReglas {
  readonly vista: Vista;
}

export const hijos = (nodo: Nodo | undefined, nombre: string): readonly Nodo[] =>
  nodo?.hijos.filter((uno) => uno.nombre === nombre) ?? [];

export const hijo = (nodo: Nodo | undefined, nombre: string): Nodo | undefined =>
  nodo?.hijos.find((uno) => uno.nombre === nombre);

/** First day of Carta Porte 3.1: keys of its catalogues begin there, and test documents may be older. */
const PRIMER_DIA = '2024-07-17';

const NODOS: Readonly<Record<string, string>> = {
  Autotransporte: AUTOTRANSPORTE,
  TransporteMaritimo: MARITIMO,
  TransporteAereo: AEREO,
  TransporteFerroviario: FERROVIARIO,
};

export function vistaDe(carta: Nodo, raiz: Nodo): Vista {
  const { TranspInternac, EntradaSalidaMerc } = carta.atributos;
  const { TipoDeComprobante = '', Fecha = '' } = raiz.atributos;
  const ubicaciones = hijos(hijo(carta, 'Ubicaciones'), 'Ubicacion');
  const mercancias = hijo(carta, 'Mercancias') ?? carta;
  const bienes = hijos(mercancias, 'Mercancia');
  const medio = (nombre: string): Nodo | undefined => hijo(mercancias, nombre);
  const [autotransporte, maritimo, aereo, ferroviario] = Object.keys(NODOS).map(medio);
  const deTipo = (tipo: string): readonly Nodo[] =>
    ubicaciones.filter(({ atributos }) => atributos['TipoUbicacion'] === tipo);
  const origenes = deTipo('Origen');
  return {
    ...{ carta, raiz, ubicaciones, mercancias, bienes },
    tipo: TipoDeComprobante,
    dia: Fecha < PRIMER_DIA ? PRIMER_DIA : Fecha.slice(0, 10),
    internacional: TranspInternac === 'Sí',
    entrada: TranspInternac === 'Sí' && EntradaSalidaMerc === 'Entrada',
    regimenes: hijos(hijo(carta, 'RegimenesAduaneros'), 'RegimenAduaneroCCP'),
    origenes,
    destinos: deTipo('Destino'),
    salida: origenes.reduce((antes, { atributos: { FechaHoraSalidaLlegada: fecha = '' } }) => {
      return antes === '' || fecha < antes ? fecha : antes;
    }, ''),
    ids: new Set(ubicaciones.map(({ atributos }) => atributos['IDUbicacion'] ?? '')),
    ...(autotransporte && { autotransporte }),
    ...(maritimo && { maritimo }),
    ...(aereo && { aereo }),
    ...(ferroviario && { ferroviario }),
    transportes: new Set(
      mercancias.hijos.map(({ nombre }) => NODOS[nombre]).filter((clave) => clave !== undefined),
    ),
    peligroso: bienes.some(({ atributos }) => atributos['MaterialPeligroso'] === 'Sí'),
    figuras: hijos(hijo(carta, 'FiguraTransporte'), 'TiposFigura'),
  };
}
