const road: Readonly<Record<string, string>> = {
  Autotransporte: 'Transport by road: vehicle, permit, insurance',
  PermSCT: 'Kind of the permit of the SICT, of this means of transport: TPAF01 is general cargo by road',
  NumPermisoSCT: 'Number of that permit: "SICT-2026/1"',
  IdentificacionVehicular: 'The vehicle',
  ConfigVehicular:
    'Axles and body of the vehicle: C2 is a lorry of two axles. It says whether `Remolques` are required, allowed or forbidden',
  PesoBrutoVehicular: 'Gross weight of the vehicle in tonnes, as NOM-012-SCT-2 allows it: 17.5',
  PlacaVM: 'Number plate of the vehicle: ABC1234',
  AnioModeloVM: 'Year of the model, as text: "2022"',
  Seguros: 'Insurance of the vehicle; of the environment, too, where goods are hazardous',
  AseguraRespCivil: 'Insurer of civil liability',
  PolizaRespCivil: 'Number of the policy of civil liability',
  AseguraMedAmbiente: 'Insurer of damage to the environment: required where any of the goods is hazardous',
  PolizaMedAmbiente: 'Policy of damage to the environment: required where any of the goods is hazardous',
  AseguraCarga: 'Insurer of the cargo, if it is insured',
  PolizaCarga: 'Number of the policy of the cargo',
  PrimaSeguro: 'Premium of the insurance, as the carrier charges it to the customer',
  Remolque: 'The trailers',
  Remolques:
    'Trailers, two at most: required, allowed or forbidden as c_ConfigAutotransporte says of `ConfigVehicular`',
  SubTipoRem: 'Kind of the trailer: CTR004 is a closed box',
  Placa: 'Number plate of the trailer, without spaces or hyphens',
};

const sea: Readonly<Record<string, string>> = {
  TransporteMaritimo: 'Transport by sea: the ship, its agent, its containers',
  'TransporteMaritimo.PermSCT': 'Kind of the permit of the SICT for the ship, one of sea transport: TPTM01',
  'TransporteMaritimo.NombreAseg': 'Insurer of the civil liability of the ship',
  'TransporteMaritimo.NumPolizaSeguro': 'Policy of the civil liability of the ship',
  TipoEmbarcacion: 'Kind of the ship: B04 carries containers',
  Matricula: 'Registration of the ship',
  NumeroOMI: 'Number of the ship at the International Maritime Organization: IMO9074729',
  AnioEmbarcacion: 'Year that the ship was built, four digits',
  NombreEmbarc: 'Name of the ship',
  NacionalidadEmbarc: 'Country whose flag the ship flies',
  UnidadesDeArqBruto: 'Gross tonnage of the ship (arqueo bruto), by its international certificate',
  TipoCarga: 'Kind of the cargo: CGC is containers',
  Eslora: 'Length of the ship in feet',
  Manga: 'Beam of the ship in feet',
  Calado: 'Draft of the ship in feet',
  Puntal: 'Depth of the hull in feet, from keel to deck',
  LineaNaviera: 'Shipping line',
  NombreAgenteNaviero: 'Shipping agent that handles the cargo (agente naviero consignatario)',
  NumAutorizacionNaviero:
    'Authorization of the shipping agent, in force on the day of the document: ANC025/2025',
  NumViaje: 'Number of the voyage',
  NumConocEmbarc: 'Number of the bill of lading (conocimiento de embarque)',
  PermisoTempNavegacion:
    'Temporary permit of navigation: required of a foreign ship in coastal traffic (`NavegacionTrafico` Cabotaje)',
  'TransporteMaritimo.Contenedor': 'Containers of the ship, or the lorries that a ferry carries (CM011)',
  MatriculaContenedor:
    'Number of the container: owner, serial number, check digit, "MSCU1234565". Required but for ferries (CM011, CM012)',
  NumPrecinto: 'Number of the seal of the container: required but for ferries (CM011, CM012)',
  IdCCPRelacionado:
    '`IdCCP` of the Carta Porte that the lorry on the ferry has by itself: with `TipoContenedor` CM011, and only with it',
  PlacaVMCCP: 'Number plate of the lorry on the ferry: with `TipoContenedor` CM011, and only with it',
  FechaCertificacionCCP:
    'When the Carta Porte of the lorry was stamped, 2026-11-22T08:00:00: with `TipoContenedor` CM011, and only with it',
  RemolqueCCP: 'The trailers',
  RemolquesCCP: 'Trailers of the lorry on the ferry, two at most: with `TipoContenedor` CM011 alone',
  SubTipoRemCCP: 'Kind of the trailer on the ferry, as in the Carta Porte of the lorry',
  PlacaCCP: 'Number plate of the trailer on the ferry, without spaces or hyphens',
};

const air: Readonly<Record<string, string>> = {
  TransporteAereo: 'Transport by air: airline, air waybill, shipper',
  'TransporteAereo.PermSCT': 'Kind of the permit of the SICT for the flight, one of air transport: TPTA01',
  'TransporteAereo.NombreAseg': 'Insurer of the aircraft',
  'TransporteAereo.NumPolizaSeguro': 'Policy of the civil liability of the aircraft',
  MatriculaAeronave: 'Registration of the aircraft, capitals, digits and hyphens: XA-ABC',
  NumeroGuia: 'Number of the air waybill: 139-12345675',
  LugarContrato: 'Place where the contract of transport was made',
  CodigoTransportista: 'Airline: CA143 is Aeroméxico',
  RFCEmbarcador: 'RFC of the shipper; of one abroad, XEXX010101000',
  NumRegIdTribEmbarc:
    'Tax number abroad of the shipper: required with the RFC XEXX010101000, refused with another',
  ResidenciaFiscalEmbarc:
    'Country of the shipper, other than MEX: with `NumRegIdTribEmbarc`, and only with it',
  NombreEmbarcador: 'Name of the shipper, of Mexico or abroad',
};

const rail: Readonly<Record<string, string>> = {
  TransporteFerroviario: 'Transport by rail: service, cars, their containers',
  TipoDeServicio:
    'Kind of service; the intermodal ones (TS02, TS04) have a container at least, the others none',
  TipoDeTrafico: 'Whether one railway carries the goods, or hands them over to another',
  'TransporteFerroviario.NombreAseg': 'Insurer of the transport by rail',
  'TransporteFerroviario.NumPolizaSeguro': 'Policy of the civil liability of the railway',
  DerechosDePaso: 'Rights of passage that the carrier paid on tracks of other railways',
  TipoDerechoDePaso: 'The right of passage',
  KilometrajePagado: 'Kilometers that were paid for it',
  Carro: 'The cars, one at least',
  TipoCarro: 'Kind of the car: TC05, the intermodal platform, is the one that carries containers',
  MatriculaCarro: 'Number of the car',
  GuiaCarro: 'Number of the waybill of the car',
  ToneladasNetasCarro:
    'Net tonnes in the car; where it has containers, the sum of their `PesoNetoMercancia` by 1000',
  'Carro.Contenedor': 'Containers on the car: with an intermodal service (TS02, TS04) alone',
  TipoContenedor:
    'Kind of the container: on a ship by c_ContenedorMaritimo (CM006: 40 feet), on a train by c_Contenedor (TC02: 40 feet)',
  PesoContenedorVacio: 'Weight of the empty container in kilograms',
  PesoNetoMercancia: 'Net weight of the goods in the container, in kilograms',
};

/** Descriptions of the fields of the means of transport of a Carta Porte. */
export const transportWords: Readonly<Record<string, string>> = { ...road, ...sea, ...air, ...rail };
