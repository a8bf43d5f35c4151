/** Descriptions of the fields of Comercio Exterior 2.0, by the SAT's names. */
export const foreignTradeWords: Readonly<Record<string, string>> = {
  MotivoTraslado:
    'Why goods leave without a sale: required in invoices of type T, forbidden in others. 01 asks for the earlier invoice (relationship 05), 05 for `Propietario`',
  ClaveDePedimento:
    'Kind of the customs declaration (pedimento) that the export goes by: A1, definitive export',
  NumCertificadoOrigen: 'Number of the certificate of origin; only where `CertificadoOrigen` is 1',
  NumeroExportadorConfiable:
    'Number of the exporter that the agreement with the European Union trusts; only for goods that go there',
  Incoterm: 'Split of cost and risk between seller and buyer, by the rules of the ICC: FOB, CIF, DAP',
  Observaciones: 'Remarks for customs, free text',
  TipoCambioUSD: 'Pesos for one US dollar, above zero: 17.1995. `TotalUSD` is compared by it with the items',
  Emisor:
    'The exporter. By default, or with `true`, the organization with its fiscal address; `false` leaves it out; a natural person sends it whole, with its `Curp`',
  Curp: 'CURP of the exporter: required of a natural person, forbidden for a company',
  Propietario:
    'Owners of goods that leave Mexico and stay theirs: required in invoices of type T with `MotivoTraslado` 05, and refused in others',
  Receptor: 'The buyer, with its address abroad, which is required where this is sent',
  Destinatario: 'Recipient of the goods, if it is not the buyer; one at most in invoices of type T',
  NumRegIdTrib:
    'Tax number in the country of residence, in the form of that country: nine digits in the United States',
  'Receptor.NumRegIdTrib':
    'Tax number of the buyer in its own country; where the customer has one too, the same',
  ResidenciaFiscal: 'Country where the owner pays its taxes: USA',
  Nombre: 'Name, or company name, of the recipient',
  Mercancias: 'The goods, one or more entries for each item of the invoice',
  Mercancia: 'The list of goods',
  NoIdentificacion: 'Own key of the goods, which is the `sku` of an item of the invoice: every item has one',
  FraccionArancelaria:
    'Code of the Mexican tariff (LIGIE and NICO), ten digits: 9202900200, guitars. Required, but for services (`UnidadAduana` 99), which have none',
  CantidadAduana:
    'Quantity in the unit of customs; by default that of the item. It comes with `UnidadAduana` and `ValorUnitarioAduana`, for all goods or for none',
  UnidadAduana:
    'Unit that the tariff code is counted in: 01 is a kilo, 06 a piece. Without it the `unit_name` of the item has to be such a key',
  ValorUnitarioAduana: 'Value of one unit of customs in US dollars, above zero but for services',
  ValorDolares:
    'Value of these goods in US dollars: `CantidadAduana` times `ValorUnitarioAduana`, and what the item costs by `TipoCambioUSD`; 0 for services alone',
  DescripcionesEspecificas: 'Brand, model and serial number, which tell the goods apart',
  Marca: 'Brand: "Yamaha"',
  Modelo: 'Model within the brand: "C40"',
  SubModelo: 'Variant of the model',
  NumeroSerie: 'Serial number of one piece',
};
