import { goodsWords } from './carta-porte-goods.js';
import { transportWords } from './carta-porte-transports.js';

/** The journey: Carta Porte itself, its places and people. */
const journeyWords: Readonly<Record<string, string>> = {
  IdCCP:
    'Number of this Carta Porte, which you make, another one for each journey: CCC1A2B3-4C5D-4E6F-8A9B-0C1D2E3F4A5B',
  TranspInternac:
    'Whether goods enter or leave the country; also as a boolean. With Sí give how and where from or to, `RegimenesAduaneros` and the `TipoMateria` of all goods; with No give none of them',
  EntradaSalidaMerc:
    'Whether goods enter or leave: required in international transport, forbidden within the country',
  PaisOrigenDestino:
    'Country that goods come from or go to, other than MEX: required in international transport, forbidden within the country',
  ViaEntradaSalida:
    'Means of transport at the border: required in international transport, forbidden within the country. 01 is a road',
  TotalDistRec:
    'Kilometers in all, by road and by rail alone: the sum of those of the places, by default worked out',
  RegistroISTMO:
    'Sí (also `true`) where goods move within the development poles of the isthmus of Tehuantepec; else left out',
  UbicacionPoloOrigen: 'Pole where the journey begins: with `RegistroISTMO`, and only with it',
  UbicacionPoloDestino: 'Pole where the journey ends: with `RegistroISTMO`, and only with it',
  RegimenesAduaneros:
    'Customs regimes of the goods, ten at most: required in international transport, forbidden within the country. Also as a list of keys: `["IMD"]`',
  RegimenAduaneroCCP: 'The regimes',
  RegimenAduanero:
    'Customs regime, of the direction that `EntradaSalidaMerc` says: IMD comes in, EXD goes out',
  Ubicaciones:
    'Where goods are loaded and unloaded: one Origen and one Destino at least; by rail, five Destino with the stations on the way',
  Ubicacion: 'The places',
  TipoUbicacion: 'Whether goods are loaded or unloaded there',
  IDUbicacion:
    'Your own key of the place: OR and six digits of an Origen, DE and six of a Destino: DE000001. `CantidadTransporta` refers to it',
  RFCRemitenteDestinatario:
    'RFC of the sender (Origen) or the recipient (Destino) of the goods; XEXX010101000 for one abroad',
  NombreRemitenteDestinatario: 'Name of the sender or the recipient of the goods',
  NumRegIdTrib: 'Tax number of a sender or recipient abroad: with the RFC XEXX010101000, and only with it',
  ResidenciaFiscal:
    'Country that gave that tax number, other than MEX: with `NumRegIdTrib`, and only with it',
  NumEstacion:
    'Port, airport or railway station: required by sea, air and rail, forbidden where all goes by road. PM001',
  NombreEstacion:
    'Name of the station as the catalogue has it, or its own abroad; required and forbidden as `NumEstacion` is',
  NavegacionTrafico: 'Kind of traffic of the port: required by sea, forbidden elsewhere',
  FechaHoraSalidaLlegada: 'Estimated departure or arrival in local time, without a zone: 2026-11-22T08:00:00',
  TipoEstacion:
    'Whether the journey begins, stops or ends at the station: required by sea, air and rail for places in Mexico, forbidden where all goes by road',
  DistanciaRecorrida:
    'Kilometers from the place before: required of each Destino by road or rail, forbidden of an Origen',
  'Ubicacion.Domicilio':
    'Address of the place: required by road, and of the first and last station; forbidden of a railway station on the way',
  FiguraTransporte:
    'Driver, owner, lessor and others who have part in the transport; by road, one driver at least',
  TiposFigura: 'The persons and companies',
  TipoFigura: 'Part of the person or company in the transport',
  RFCFigura:
    'RFC of the person or company; of one abroad, XEXX010101000 or none, with its `NumRegIdTribFigura`',
  NumLicencia: 'Number of the driving license: required of the driver (`TipoFigura` 01), forbidden of others',
  NombreFigura: 'Name of the person or company: "XOCHILT CASAS"',
  NumRegIdTribFigura: 'Tax number of a resident abroad, which has no RFC of its own',
  ResidenciaFiscalFigura:
    'Country of that tax number, other than MEX: with `NumRegIdTribFigura`, and only with it',
  PartesTransporte:
    'Equipment that the owner or lessor provides: required of these (`TipoFigura` 02 and 03), forbidden of the driver (01) and the notified party (04). `[{ "ParteTransporte": "PT03" }]`',
  ParteTransporte:
    'Part of the transport that is not the issuer’s own: PT03 is a tractor unit, PT11 a container',
  'TiposFigura.Domicilio': 'Address of the person or company',
};

/** Descriptions of the fields of Carta Porte 3.1, by the SAT's names: their own, or `Element.Attribute`. */
export const waybillWords: Readonly<Record<string, string>> = {
  ...journeyWords,
  ...goodsWords,
  ...transportWords,
};
