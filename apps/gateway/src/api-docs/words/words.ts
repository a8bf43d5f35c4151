import type { Vocabulary } from '#http';

/** A part of the vocabulary. */
export type Words = Omit<Vocabulary, 'keys'>;

/** Parts of a postal address. */
const postal = {
  address: 'Postal address; of a taxpayer, the one of its fiscal domicile',
  street: 'Street, without the number: AVENIDA JUÁREZ',
  exterior: 'Number of the building, as written: 120-A',
  interior: 'Number of the apartment or office',
  neighborhood: 'Colonia, or its key in Carta Porte and Comercio Exterior',
  city: 'City or town (localidad)',
  municipality: 'Municipality, or its key in Carta Porte and Comercio Exterior',
  zip: 'Postal code: five digits in Mexico (DomicilioFiscalReceptor)',
  state: 'State, as text or as its key: HID (c_Estado, `GET /v2/catalogs/sat/states`)',
  country:
    'Country, three letters of ISO 3166-1 (c_Pais, `GET /v2/catalogs/sat/countries`). MEX where nothing is said',
};

/** Whoever is named in a document. */
const parties = {
  legal_name: 'Legal name without the corporate regime (S.A. de C.V.), as the SAT has it',
  tax_id: 'RFC; of a party abroad, its tax identification number there',
  tax_system: 'Key of the fiscal regime: 601 is that of most companies (c_RegimenFiscal)',
  default_invoice_use: 'Use that its invoices have where they say none (c_UsoCFDI)',
  email: 'E-mail address, such as ana@example.com',
  phone: 'Telephone number, as people write it',
  curp: 'CURP of a natural person, 18 letters and digits',
  external_id: 'Your own identifier',
  sat_validated_at: 'When the data last matched the SAT’s register; null: never',
  edit_link: 'Address of the page where the customer completes its data; null: there is none, or it was used',
  edit_link_expires_at: 'Until when the link works',
};

/** What is sold, and its taxes. */
const lines = {
  sku: 'Your own key of the product (NoIdentificacion)',
  product_key: 'Key of product or service, eight digits (c_ClaveProdServ, `GET /v2/catalogs/products`)',
  unit_key: 'Key of the unit: H87 is a piece, E48 a service (c_ClaveUnidad, `GET /v2/catalogs/units`)',
  unit_name: 'Name of the unit, as the document prints it (Unidad)',
  price: 'Price of one unit, with or without taxes as `tax_included` says',
  tax_included: 'Whether the price has the taxes in it',
  quantity: 'How many units of `unit_key`',
  taxes: 'Taxes, transferred and withheld',
  local_taxes: 'Local taxes: states’ and municipalities’ own (complement Impuestos Locales)',
  rate: 'Rate, such as 0.16; an amount for each unit where the factor is Cuota',
  factor: 'How the tax is computed (c_TipoFactor)',
  withholding: 'True: withheld (Retencion); false: transferred (Traslado)',
  base: 'Amount that the tax is computed on',
  ieps_mode: 'How IEPS and IVA are computed where the price includes both',
};

/** What every part of the API has. */
export const commonWords: Words = {
  names: {
    gt: 'After this moment, in ISO 8601; a bare date is its first moment',
    gte: 'From this moment on; a bare date is its first moment',
    id: 'Identifier: 24 hexadecimal characters',
    created_at: 'When it was created',
    livemode: 'Whether it is of Live; false: of Test',
    lt: 'Before this moment; a bare date is its first moment',
    lte: 'Until this moment; a bare date is its first moment, so `lt` the day after it',
    organization: 'Id of the organization that it belongs to',
    ok: 'Whether it was done',
    uuid: 'Folio fiscal (UUID) of the document, in any case',
    format: 'The kind of file',
    namespaces: 'Namespaces of the XML in `addenda`, and of complements that are sent as XML',
    ...postal,
    ...parties,
    ...lines,
    q: 'Words to find: parts of them, accents and case do not matter',
    date: 'Only what is of these days: `date[gte]`, `date[gt]`, `date[lt]`, `date[lte]`, as days or instants',
    message: 'For people to read; the text may change',
    code: 'Stable: let your code depend on this field',
    path: 'Path of the field, such as items.0.product.price',
    source: 'Who says so',
  },
  values: [
    { xml: 'The document itself, as XML', pdf: 'For people to read and to print', zip: 'Both in one file' },
    { 'application/xml': 'XML', 'application/pdf': 'PDF', 'application/zip': 'ZIP' },
    { issuing: 'Issued by the organization', receiving: 'Received: issued to the organization by others' },
    { page: 'Numbered pages, up to the first 3000 results', cursor: 'Cursors, without end' },
    { true: 'Done' },
    { false: 'Refused' },
    {
      Tasa: 'A rate of the base / Rate',
      Cuota: 'An amount for each unit / Fixed amount',
      Exento: 'Exempt: no amount / Exempt',
    },
    {
      IVA: 'Impuesto al Valor Agregado / Value added tax (002)',
      ISR: 'Impuesto sobre la Renta / Income tax (001)',
      IEPS: 'Impuesto Especial sobre Producción y Servicios / Excise tax (003)',
    },
    {
      sum_before_taxes: 'IVA is computed on the price plus the IEPS',
      break_down: 'IEPS and IVA are computed on the same base',
      unit: 'The IEPS becomes a part of the price, other taxes are computed on the price without it',
      subtract_before_break_down:
        'The IEPS only gives the base of IVA and of what is withheld; the price stays',
    },
    { service: 'This service', sat: 'The tax authority', pac: 'The provider that stamps (PAC)' },
    {
      body: 'The body',
      query: 'The query of the address',
      params: 'The path of the address',
      headers: 'The headers',
      files: 'The files of a form',
    },
    { test: 'Test: a sandbox, nothing is a fiscal document', live: 'Live: real documents' },
  ],
  valuesOf: {},
};

/** One vocabulary of several; a name or a place is in one of them only. */
export const together = (keys: Vocabulary['keys'], ...parts: readonly Words[]): Vocabulary => ({
  keys,
  names: Object.assign({}, ...parts.map(({ names }) => names)) as Vocabulary['names'],
  values: parts.flatMap(({ values }) => values),
  valuesOf: Object.assign({}, ...parts.map(({ valuesOf }) => valuesOf)) as Vocabulary['valuesOf'],
});
