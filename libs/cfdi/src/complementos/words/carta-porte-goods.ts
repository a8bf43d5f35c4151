/** Descriptions of the fields of the goods of a Carta Porte. */
const goods: Readonly<Record<string, string>> = {
  Mercancias: 'The goods, their totals, and what carries them: one means of transport at least',
  PesoBrutoTotal:
    'Gross weight of all goods in `UnidadPeso`: the sum of `PesoEnKg`, by sea of `PesoBruto`. By default worked out with KGM, and by sea where all goods are weighed in that unit',
  UnidadPeso: 'Unit of the weights in all: KGM is a kilogram, TNE a tonne',
  PesoNetoTotal:
    'Net weight of all goods: by sea the sum of `PesoNeto`, by rail of `ToneladasNetasCarro`. By default worked out',
  NumTotalMercancias: 'How many entries `Mercancia` has; by default they are counted',
  CargoPorTasacion: 'Charge for the appraisal of the goods: by air alone',
  LogisticaInversaRecoleccionDevolucion:
    'Sí (also `true`) where the goods are collected or returned (reverse logistics): by road alone; else left out',
  Mercancia: 'The list of goods',
  BienesTransp: 'Key of the goods. Most keys of `GET /v2/catalogs/products` are taken here too: 60131324',
  ClaveSTCC:
    'Key of the goods in the Standard Transportation Commodity Code, six or seven digits: by rail alone',
  Descripcion: 'The goods in words: "Ukeleles"',
  Cantidad: 'How many units of `ClaveUnidad`',
  ClaveUnidad: 'Unit that the quantity is counted in: H87 is a piece',
  Unidad: 'Your own name of the unit: "caja"',
  Dimensiones: 'Length, height and width of the package in cm or inches (plg): 30/40/30cm, 12/16/12plg',
  MaterialPeligroso:
    'Whether the goods are hazardous; also as a boolean. Where c_ClaveProdServCP says 0 for `BienesTransp`, leave it out; where it says 1, it is Sí; where it says both, it is required',
  CveMaterialPeligroso:
    'Number of the hazardous material, by NOM-002-SCT: with `MaterialPeligroso` Sí, and only with it. 1203 is gasoline',
  Embalaje:
    'Packaging of the hazardous material: with `MaterialPeligroso` Sí, and only with it. 4G is a cardboard box',
  DescripEmbalaje: 'Packaging of the hazardous material, in words',
  PesoEnKg: 'Weight of these goods in kilograms, estimated',
  ValorMercancia: 'Value of these goods, at the market or as agreed, in `Moneda`: required by air',
  Moneda: 'Currency of the value: with `ValorMercancia`, and only with it',
  FraccionArancelaria: 'Code of the tariff, for goods of foreign trade, ten digits: 9202900200',
  UUIDComercioExt: 'UUID of the invoice that the goods are exported by (complement Comercio Exterior)',
  TipoMateria: 'State of the goods: required in international transport, forbidden within the country',
  DescripcionMateria: 'State of the goods in words: with `TipoMateria` 05 (other), and only with it',
  DocumentacionAduanera:
    'Customs documents of these goods: required where they enter the country, optional where they leave it, forbidden in transport within it',
  TipoDocumento: 'Kind of the customs document; 01, pedimento, is none of goods that leave',
  NumPedimento:
    'Number of the pedimento, with two spaces between its parts (year, customs office, licence, number): `26  47  3807  6003832`. With `TipoDocumento` 01, and only with it',
  IdentDocAduanero:
    'Number of a customs document that is no pedimento: required with every other `TipoDocumento`',
  RFCImpo:
    'RFC of the importer: required with the pedimento of goods that enter, forbidden with other documents',
  GuiasIdentificacion:
    'Waybills of parcels: required in invoices of type T whose `BienesTransp` is 31181701 or 24112700',
  NumeroGuiaIdentificacion: 'Number of the waybill of the parcel',
  DescripGuiaIdentificacion: 'Contents of the parcel, as its waybill has them',
  PesoGuiaIdentificacion: 'Weight of the parcel in kilograms, as its waybill has it',
  CantidadTransporta: 'How the quantity is shared out, where goods go to several places',
  'CantidadTransporta.Cantidad': 'How many units go from this origin to this destination',
  IDOrigen: 'Where these units are loaded: the `IDUbicacion` of one of the places, OR000001',
  IDDestino: 'Where these units are unloaded: the `IDUbicacion` of one of the places, DE000001',
  CvesTransporte: 'Means that carries these units: required where there are several, and one of those given',
  DetalleMercancia: 'Weights and pieces: required by sea, forbidden elsewhere; a list of one is taken too',
  UnidadPesoMerc:
    'Unit of the weights of these goods: best that of the totals, which are compared with their sum then',
  PesoBruto: 'Weight of the goods with their packages, in `UnidadPesoMerc`',
  PesoNeto: 'Weight of the goods without their packages, in `UnidadPesoMerc`',
  PesoTara: 'Weight of the packages, 0.001 at least: the gross weight less the net one',
  NumPiezas: 'How many pieces there are',
};

/** Goods that the health authority (COFEPRIS) watches: their sector says which of these are required. */
const sanitary: Readonly<Record<string, string>> = {
  SectorCOFEPRIS:
    'Sector of goods that need a permit of the health authority; it says which of the fields below are required',
  NombreIngredienteActivo: 'Common name of the active ingredient: required in the sectors 02 and 05',
  NomQuimico: 'Chemical name of the active substance: required in the sectors 02 and 04. "Acetona"',
  DenominacionGenericaProd: 'Generic name of the medicine: required in the sectors 01 and 03. "Paracetamol"',
  DenominacionDistintivaProd: 'Brand that the medicine is sold under: required in the sectors 01 and 03',
  Fabricante: 'Maker of the medicine or the substance: required in the sectors 01, 02 and 03',
  FechaCaducidad:
    'Day that the medicine expires, or that the precursor has to be analyzed again: required in the sectors 01, 02 and 03',
  LoteMedicamento: 'Batch: required in the sectors 01, 02 and 03. "L2026-118"',
  FormaFarmaceutica: 'Pharmaceutical form: required in the sectors 01, 02 and 03. 01 is a tablet',
  CondicionesEspTransp: 'Temperature that it travels at: required in the sectors 01, 02 and 03',
  RegistroSanitarioFolioAutorizacion:
    'Sanitary registration of the medicine, or folio of the authorization: required in the sectors 01 and 03',
  PermisoImportacion: 'Folio of the import permit: required in the sectors 01, 02 and 03 of goods that enter',
  FolioImpoVUCEM:
    'Folio at the single window of foreign trade (VUCEM): required in the sectors 01, 02, 04 and 05 of goods that enter',
  NumCAS:
    'Number of the toxic substance in the Chemical Abstracts Service: required in the sector 04. 67-64-1',
  RazonSocialEmpImp:
    'Company that imports the toxic substance: required in the sector 04 of goods that enter',
  NumRegSanPlagCOFEPRIS:
    'Sanitary registration of the pesticide or fertilizer, of CICLOPLAFEST: required in the sector 05',
  DatosFabricante: 'Country and name of the maker of the active ingredient: required in the sector 05',
  DatosFormulador: 'Country and name of the formulator of the active ingredient: required in the sector 05',
  DatosMaquilador:
    'Country and name of the contract manufacturer of the active ingredient (maquilador): required in the sector 05',
  UsoAutorizado:
    'Use that the pesticide or fertilizer is authorized for: required in the sector 05. "Agrícola"',
};

export const goodsWords: Readonly<Record<string, string>> = { ...goods, ...sanitary };
