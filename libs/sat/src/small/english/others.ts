/** English names of the keys of CFDI 4.0 that their own rows lack, and of smaller standards: `KEY name;`. */
export const otherEnglish = {
  objetosImp: `
    01 not subject to tax; 02 subject to tax; 03 subject to tax, not obliged to itemise it;
    04 subject to tax, causes no tax; 05 subject to tax, VAT credit PODEBI; 06 subject to VAT, VAT not transferred;
    07 VAT not transferred, IEPS itemised; 08 VAT not transferred, IEPS not itemised;
  `,
  incoterms: `
    CFR cost and freight (named port of destination); CIF cost, insurance and freight (named port of destination);
    CPT carriage paid to (named place of destination);
    CIP carriage and insurance paid to (named place of destination); DAP delivered at place; DDP delivered duty paid
    (named place of destination); DPU delivered at place unloaded; EXW ex works (named place);
    FCA free carrier (named place); FAS free alongside ship (named port of shipment);
    FOB free on board (named port of shipment);
  `,
  motivosTraslado: `
    01 shipment of goods invoiced before; 02 relocation of own goods; 03 shipment of goods on consignment;
    04 shipment of goods to be sold later; 05 shipment of goods of third parties; 99 other;
  `,
  tiposOperacion: '2 export;',
  clavesPedimento: 'A1 definitive import or export;',
  unidadesAduana: `
    01 kilogram; 02 gram; 03 linear metre; 04 square metre; 05 cubic metre; 06 piece; 07 head; 08 litre; 09 pair;
    10 kilowatt; 11 thousand; 12 set; 13 kilowatt-hour; 14 tonne; 15 barrel; 16 net gram; 17 tens; 18 hundreds;
    19 dozens; 20 box; 21 bottle; 22 carat; 99 service;
  `,
  tiposPermisoHyp: `
    PER01 sale of fuels at service stations; PER02 commercialisation; PER03 distribution by means other than pipelines;
    PER04 sale of fuels at multimodal service stations; PER05 sale of fuels at service stations;
    PER06 commercialisation; PER07 distribution by means other than pipelines;
    PER08 sale of fuels at multimodal service stations; PER09 commercialisation; PER10 commercialisation;
    PER11 commercialisation;
  `,
  clavesHyp:
    '15101505 diesel; 15101514 regular gasoline, below 91 octane; 15101515 premium gasoline, 91 octane or more;',
  subproductosHyp: `
    SP16 regular gasoline, below 91 octane; SP17 premium gasoline, 91 octane or more; SP18 automotive diesel;
    SP19 marine diesel; SP22 IFO380; SP23 industrial diesel; SP24 ultra-low-sulphur diesel (DUBA);
    SP25 agricultural diesel; SP48 domestic gas oil;
  `,
  clavesRetencion: `
    01 professional services; 02 copyright royalties; 03 road transport of cargo; 04 services of commission agents;
    05 rent; 06 sale of shares; 07 sale of goods subject to IEPS through agents and the like;
    08 sale of real estate by public deed; 09 sale of other goods, not by public deed; 10 purchase of industrial waste;
    11 purchase of goods by public deed; 12 purchase of other goods, not by public deed;
    13 other withdrawals from a retirement fund (AFORE); 14 dividends or profits distributed;
    15 distributable surplus; 16 interest; 17 rent in trust; 18 payments to residents abroad;
    19 sale of shares or operations on the stock exchange; 20 prizes; 21 trusts without business activities;
    22 personal retirement plans; 23 deductible real interest of mortgages; 24 derivative operations on capital;
    25 other withholdings; 26 services through technological platforms; 27 financial sector;
    28 payments and withholdings to taxpayers of the RIF;
  `,
  periodos: `
    01 January; 02 February; 03 March; 04 April; 05 May; 06 June; 07 July; 08 August; 09 September; 10 October;
    11 November; 12 December;
  `,
  periodicidadesRetenciones: '01 weekly; 02 monthly; 03 daily; 04 twice a month; 05 other;',
  tiposContribuyente: `
    1 artists, athletes and public shows; 2 other natural persons; 3 legal entity; 4 trust; 5 joint venture;
    6 international or government organisations; 7 exempt organisations; 8 paying agents; 9 other;
  `,
  tiposDividendo: `
    01 from CUFIN; 02 not from CUFIN; 03 repayment or reduction of capital; 04 liquidation of the legal entity;
    05 CUFINRE; 06 from CUFIN up to 31 December 2013;
  `,
  impuestosRetenciones: '01 income tax; 02 value added tax; 03 special tax on production and services;',
  tiposPagoRetencion: `
    01 final payment of VAT; 02 final payment of IEPS; 03 final payment of income tax;
    04 provisional payment of income tax;
  `,
} as const satisfies Readonly<Record<string, string>>;
