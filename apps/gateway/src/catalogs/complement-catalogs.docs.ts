import type { OperationDocs } from '../api-docs/types.js';
import type { routes } from '../routes.js';
import { PART, SEARCH, SMALL_SEARCH } from './catalogs.docs.js';

type Path = Extract<keyof typeof routes, `GET /v2/catalogs/${string}`>;

/** A search of a catalogue of a complement: they differ in what they hold. */
const complementCatalogue = (
  path: Path extends `GET ${infer P}` ? P : never,
  { id, what, example, partly = false }: { id: string; what: string; example: string; partly?: boolean },
): OperationDocs => ({
  [`GET ${path}`]: {
    id,
    tag: 'Catalogs',
    summary: `Search ${what.replace(/ \(.*/, '')}`,
    description: `Keys of ${what}. ${partly ? `${SEARCH} ${PART}` : SMALL_SEARCH}`,
    examples: { word: { summary: 'By a word', parameters: { q: example, limit: 2 } } },
    refusals: [{ code: 'invalid_request', path: 'q' }, 'page_too_large'],
  },
});

/** Of Carta Porte 3.1 and Comercio Exterior 2.0. */
export const complementCatalogsDocs: OperationDocs = {
  ...complementCatalogue('/v2/catalogs/cartaporte/3.1/air-transport-codes', {
    id: 'searchAirTransportCodes',
    what: 'airlines (c_CodigoTransporteAereo)',
    example: 'aero',
    partly: false,
  }),
  ...complementCatalogue('/v2/catalogs/cartaporte/3.1/transport-configs', {
    id: 'searchTransportConfigs',
    what: 'configurations of trucks (c_ConfigAutotransporte)',
    example: 'camión',
    partly: false,
  }),
  ...complementCatalogue('/v2/catalogs/cartaporte/3.1/rights-of-passage', {
    id: 'searchRightsOfPassage',
    what: 'rights of passage of railways (c_DerechosDePaso)',
    example: 'TVM-1',
    partly: false,
  }),
  ...complementCatalogue('/v2/catalogs/cartaporte/3.1/customs-documents', {
    id: 'searchCustomsDocuments',
    what: 'customs documents (c_DocumentoAduanero)',
    example: 'pedimento',
    partly: false,
  }),
  ...complementCatalogue('/v2/catalogs/cartaporte/3.1/packaging-types', {
    id: 'searchPackagingTypes',
    what: 'kinds of packaging (c_TipoEmbalaje)',
    example: 'caja',
    partly: false,
  }),
  ...complementCatalogue('/v2/catalogs/cartaporte/3.1/trailer-types', {
    id: 'searchTrailerTypes',
    what: 'kinds of trailers (c_SubTipoRem)',
    example: 'caja',
    partly: false,
  }),
  ...complementCatalogue('/v2/catalogs/cartaporte/3.1/hazardous-materials', {
    id: 'searchHazardousMaterials',
    what: 'hazardous materials (c_MaterialPeligroso)',
    example: 'gasolina',
    partly: true,
  }),
  ...complementCatalogue('/v2/catalogs/cartaporte/3.1/naval-authorizations', {
    id: 'searchNavalAuthorizations',
    what: 'authorizations of shipping agents (c_NumAutorizacionNaviero)',
    example: 'ANG',
    partly: false,
  }),
  ...complementCatalogue('/v2/catalogs/cartaporte/3.1/port-stations', {
    id: 'searchPortStations',
    what: 'stations: ports, airports, railway stations (c_Estaciones)',
    example: 'veracruz',
    partly: true,
  }),
  ...complementCatalogue('/v2/catalogs/cartaporte/3.1/marine-containers', {
    id: 'searchMarineContainers',
    what: 'containers of ships (c_ContenedorMaritimo)',
    example: 'contenedor',
    partly: false,
  }),
  ...complementCatalogue('/v2/catalogs/comercioexterior/2.0/tariff-fractions', {
    id: 'searchTariffFractions',
    what: 'tariff codes (c_FraccionArancelaria)',
    example: 'guitarra',
    partly: true,
  }),
};
