import type { BorderStimulus } from '../postal/postal-code.js';
import { pedimentoCatalogue } from './pedimento.js';
import type {
  ClaveUnidad,
  CodigoPostal,
  Estacion,
  FraccionArancelaria,
  LargeCatalogues,
  MaterialPeligroso,
  ProductoCartaPorte,
  ProductoServicio,
} from './port.js';
import { productKeysCalled } from '../keys/called.js';
import { TABLES, type TableId } from './tables.js';
import { largeCatalogue, placeCatalogue, searchableCatalogue, type Held, type Reader } from './typed.js';

const STIMULUS: Readonly<Record<string, BorderStimulus>> = { 1: 'north', 2: 'south' };

/** A text under its name, or nothing where it is empty. */
const ifGiven = <K extends string>(name: K, text: string): Partial<Record<K, string>> =>
  text === '' ? {} : ({ [name]: text } as Record<K, string>);

const readProducto: Reader<ProductoServicio> = (text) => ({
  ...ifGiven('complemento', text('complemento')),
  ...(text('estimulo') !== '' && { estimuloFrontera: text('estimulo') === '1' }),
});
const readUnidad: Reader<ClaveUnidad> = (text) => ifGiven('simbolo', text('simbolo'));

const readCodigoPostal: Reader<CodigoPostal> = (text) => ({
  estado: text('estado'),
  ...ifGiven('municipio', text('municipio')),
  ...ifGiven('localidad', text('localidad')),
  estimulo: STIMULUS[text('estimulo')] ?? null,
});

const readCartaPorte: Reader<ProductoCartaPorte> = (text) => ({
  materialPeligroso: text('materialPeligroso') as ProductoCartaPorte['materialPeligroso'],
});

const readFraccion: Reader<FraccionArancelaria> = (text) => ifGiven('unidad', text('unidad'));

const readEstacion: Reader<Estacion> = (text) => ({
  transporte: text('transporte'),
  nacionalidad: text('nacionalidad'),
  ...ifGiven('iata', text('iata')),
  ...ifGiven('lineaFerrea', text('lineaFerrea')),
});

const readMaterial: Reader<MaterialPeligroso> = (text) => ({
  clase: text('clase'),
  ...ifGiven('peligroSecundario', text('peligroSecundario')),
  ...ifGiven('nombreTecnico', text('nombreTecnico')),
});

/** The large catalogues over what is held of each. */
export const largeCatalogues = (held: (id: TableId) => Held): LargeCatalogues => ({
  productos: searchableCatalogue(TABLES.productos, held('productos'), readProducto, productKeysCalled),
  unidades: searchableCatalogue(TABLES.unidades, held('unidades'), readUnidad),
  codigosPostales: largeCatalogue(TABLES.codigosPostales, held('codigosPostales'), readCodigoPostal),
  colonias: placeCatalogue(TABLES.colonias, held('colonias')),
  municipios: placeCatalogue(TABLES.municipios, held('municipios')),
  localidades: placeCatalogue(TABLES.localidades, held('localidades')),
  pedimentos: pedimentoCatalogue(held('pedimentos'), held('patentes')),
  productosCartaPorte: searchableCatalogue(
    TABLES.productosCartaPorte,
    held('productosCartaPorte'),
    readCartaPorte,
  ),
  fracciones: searchableCatalogue(TABLES.fracciones, held('fracciones'), readFraccion),
  estaciones: searchableCatalogue(TABLES.estaciones, held('estaciones'), readEstacion),
  materialesPeligrosos: searchableCatalogue(
    TABLES.materialesPeligrosos,
    held('materialesPeligrosos'),
    readMaterial,
  ),
});
