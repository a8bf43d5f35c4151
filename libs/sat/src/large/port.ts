import type { CatalogueEntry } from '../catalogue.js';
import type { BorderStimulus } from '../postal/postal-code.js';
import type { SearchOptions, SearchResult } from './search.js';

/**
 * What is known of a key: `known` is held and, where a date was given, in force on it; `expired` is held and not
 * in force on the date (nor yet, or no more); `well_formed` is not held but looks like a key; `malformed` not even
 * that. Whether a well-formed key may be used depends on whether the catalogue is complete: see `accepts`.
 */
export type KeyStatus = 'known' | 'expired' | 'well_formed' | 'malformed';

/** A large catalogue of the tax authority, complete once it is loaded. Dates are 'YYYY-MM-DD' or longer. */
export interface LargeCatalogue<E extends CatalogueEntry = CatalogueEntry> {
  /** The catalogue's own name, such as c_ClaveProdServ. */
  readonly name: string;
  /** Whether this holds every key, so that one which is missing does not exist. */
  readonly complete: boolean;
  /** How many rows are held. */
  readonly size: number;
  /** The entry of a key; with a date the one in force on it. */
  find(key: string, date?: string): E | undefined;
  check(key: string, date?: string): KeyStatus;
  /** Whether a document may carry the key: known, or well-formed while the catalogue is not complete. */
  accepts(key: string, date?: string): boolean;
}

/** A catalogue that is searched by words, too. */
export interface SearchableCatalogue<E extends CatalogueEntry = CatalogueEntry> extends LargeCatalogue<E> {
  /** Accents and case don't matter, nor the order of words; the best first. See `searchTable`. */
  search(text: string, options?: SearchOptions): SearchResult;
}

/** c_ClaveProdServ. Its flags for IVA and IEPS are left out: what the tax authority publishes there is not so. */
export interface ProductoServicio extends CatalogueEntry {
  /** Name of the complement that a concept with this key needs, if any. */
  readonly complemento?: string;
  /** Whether the border region's stimulus may apply to it; undefined where that is not known. */
  readonly estimuloFrontera?: boolean;
}

export interface ClaveUnidad extends CatalogueEntry {
  /** Such as kg. */
  readonly simbolo?: string;
}

/** c_CodigoPostal. The catalogue leaves the municipality of most codes out, and the locality of nearly all. */
export interface CodigoPostal extends CatalogueEntry {
  readonly estado: string;
  readonly municipio?: string;
  readonly localidad?: string;
  readonly estimulo: BorderStimulus | null;
}

/** A place within another: a colonia of a postal code, a municipio or localidad of a state. */
export interface Place extends CatalogueEntry {
  /** The postal code (c_Colonia) or the state (c_Municipio, c_Localidad) it is of. */
  readonly of: string;
}

/** Places by what they are in. While it is not complete every well-formed key is accepted. */
export interface PlaceCatalogue {
  readonly name: string;
  readonly complete: boolean;
  readonly size: number;
  find(of: string, key: string, date?: string): Place | undefined;
  check(of: string, key: string, date?: string): KeyStatus;
  accepts(of: string, key: string, date?: string): boolean;
  /** All places of a postal code or state, by key. */
  placesOf(of: string, date?: string): readonly Place[];
}

/** c_ClaveProdServCP: whether goods are hazardous; '0,1' leaves that to the sender. */
export interface ProductoCartaPorte extends CatalogueEntry {
  readonly materialPeligroso: '0' | '1' | '0,1';
}

export interface FraccionArancelaria extends CatalogueEntry {
  /** Key of c_UnidadAduana; undefined for the few codes that have none. */
  readonly unidad?: string;
}

export interface Estacion extends CatalogueEntry {
  /** Key of c_CveTransporte: 02 sea, 03 air, 04 rail. */
  readonly transporte: string;
  /** Name of its country, as the catalogue writes it. */
  readonly nacionalidad: string;
  readonly iata?: string;
  readonly lineaFerrea?: string;
}

/** c_MaterialPeligroso, by UN number. Some numbers have several entries, which differ in class. */
export interface MaterialPeligroso extends CatalogueEntry {
  readonly clase: string;
  readonly peligroSecundario?: string;
  readonly nombreTecnico?: string;
}

/** What is wrong with the number of a pedimento, for CFDI40194. */
export type PedimentoProblem = 'form' | 'year' | 'aduana' | 'patente' | 'quota';

export interface PedimentoCatalogue {
  readonly complete: boolean;
  readonly size: number;
  /**
   * What is wrong with a number such as `25  47  3807  5003832`, or undefined. While the catalogue is not loaded
   * only format and year are checked.
   * @param date the day of the document, 'YYYY-MM-DD' or longer
   */
  problem(number: string, date: string): PedimentoProblem | undefined;
  /** The highest number of a customs office, patent and year ('2025'), or undefined for none. */
  quota(aduana: string, patente: string, ejercicio: string): number | undefined;
}

/** The tax authority's large catalogues. What is not loaded is the built-in part, or checked by form only. */
export interface LargeCatalogues {
  readonly productos: SearchableCatalogue<ProductoServicio>;
  readonly unidades: SearchableCatalogue<ClaveUnidad>;
  readonly codigosPostales: LargeCatalogue<CodigoPostal>;
  readonly colonias: PlaceCatalogue;
  readonly municipios: PlaceCatalogue;
  readonly localidades: PlaceCatalogue;
  readonly pedimentos: PedimentoCatalogue;
  readonly productosCartaPorte: SearchableCatalogue<ProductoCartaPorte>;
  readonly fracciones: SearchableCatalogue<FraccionArancelaria>;
  readonly estaciones: SearchableCatalogue<Estacion>;
  readonly materialesPeligrosos: SearchableCatalogue<MaterialPeligroso> & {
    /** Every entry of a UN number. */
    findAll(key: string, date?: string): readonly MaterialPeligroso[];
  };
}
