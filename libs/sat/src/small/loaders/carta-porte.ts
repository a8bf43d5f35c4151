import * as sat from '../../catalogues/index.js';
import { CARTA_PORTE_START } from '../../catalogues/carta-porte/validity.js';
import type { Catalogue } from '../../catalogue.js';
import { smallLoader, type LoadedRow, type SmallLoader } from '../loader.js';
import { listOf, toPlain } from './rows.js';

const since = CARTA_PORTE_START;
const plain = (catalogue: Catalogue): SmallLoader => smallLoader(catalogue, { since, toEntry: toPlain });

const transportesOf = (text: string): readonly string[] => listOf(text, /\d{2}/g);
const toCarro = ({ base, text }: LoadedRow<sat.CarroWithContenedor>): sat.CarroWithContenedor => ({
  ...base,
  contenedor: text('contenedor') === '1',
});
const REMOLQUE: Readonly<Record<string, sat.ConfiguracionAutotransporte['remolque']>> = {
  '0': 'forbidden',
  '1': 'required',
};
const METRES = /\d+(\.\d+)?/;
const SENTIDOS = ['Salida', 'Entrada'] as const;

/** What the tables of Carta Porte 3.1 say. */
export const cartaPorteLoaders = {
  transportes: plain(sat.transportes),
  tiposEstacion: smallLoader(sat.tiposEstacion, {
    since,
    toEntry: ({ base, text }) => ({ ...base, transportes: transportesOf(text('transportes')) }),
  }),
  tiposPermiso: smallLoader(sat.tiposPermiso, {
    since,
    toEntry: ({ base, text }) => ({ ...base, transportes: transportesOf(text('transportes')) }),
  }),
  configuracionesAutotransporte: smallLoader(sat.configuracionesAutotransporte, {
    since,
    toEntry: ({ base, text }) => ({
      ...base,
      ejes: Number(text('ejes')),
      llantas: Number(text('llantas')),
      remolque: REMOLQUE[text('remolque')] ?? 'optional',
    }),
  }),
  tiposRemolque: plain(sat.tiposRemolque),
  tiposFigura: plain(sat.tiposFigura),
  partesTransporte: plain(sat.partesTransporte),
  configuracionesMaritimas: plain(sat.configuracionesMaritimas),
  tiposCarga: plain(sat.tiposCarga),
  contenedoresMaritimos: plain(sat.contenedoresMaritimos),
  autorizacionesNaviero: smallLoader(sat.autorizacionesNaviero, {
    since,
    toEntry: toPlain,
    keep: sat.isAuthorizationOfSchema,
  }),
  codigosTransporteAereo: smallLoader(sat.codigosTransporteAereo, {
    since,
    toEntry: ({ base, text, known }) => {
      const oaci = text('oaci');
      return {
        ...base,
        nacionalidad: known?.nacionalidad ?? text('nacionalidad'),
        ...(oaci !== '' && oaci !== 'NA' && { oaci }),
      };
    },
  }),
  tiposServicio: smallLoader(sat.tiposServicio, { since, toEntry: toCarro }),
  tiposTrafico: plain(sat.tiposTrafico),
  tiposCarro: smallLoader(sat.tiposCarro, { since, toEntry: toCarro }),
  contenedores: smallLoader(sat.contenedores, {
    since,
    toEntry: ({ base, text }) => ({ ...base, metros: METRES.exec(text('longitud'))?.[0] ?? '' }),
  }),
  derechosDePaso: smallLoader(sat.derechosDePaso, {
    since,
    toEntry: ({ base, text }): sat.DerechoDePaso => ({
      ...base,
      entre: text('entre'),
      hasta: text('hasta'),
      sentido: text('sentido') === 'Otorga' ? 'Otorga' : 'Recibe',
      concesionario: text('concesionario'),
    }),
  }),
  regimenesAduaneros: smallLoader(sat.regimenesAduaneros, {
    since,
    toEntry: ({ base, text }) => ({
      ...base,
      sentidos: SENTIDOS.filter((sentido) => text('sentidos').includes(sentido)).reverse(),
    }),
  }),
  documentosAduaneros: plain(sat.documentosAduaneros),
  tiposMateria: plain(sat.tiposMateria),
  registrosIstmo: plain(sat.registrosIstmo),
  sectoresCofepris: plain(sat.sectoresCofepris),
  formasFarmaceuticas: plain(sat.formasFarmaceuticas),
  condicionesEspeciales: plain(sat.condicionesEspeciales),
  tiposEmbalaje: plain(sat.tiposEmbalaje),
} as const satisfies Readonly<Record<string, SmallLoader>>;
