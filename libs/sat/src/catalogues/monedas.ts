import { catalogue, readTable, type Catalogue, type CatalogueEntry } from '../catalogue.js';

export interface Moneda extends CatalogueEntry {
  /** Decimals that header amounts may have. */
  readonly decimales: number;
  /** Percentage by which an exchange rate may differ from the published one. */
  readonly variacion: number;
}

/** Currencies by their number of decimals. */
const byDecimals = {
  0: `
    BIF Burundi Franc; BYR Rublo bielorruso; CLP Peso chileno; DJF Franco de Djibouti;
    GNF Franco guineano; ISK Corona islandesa; JPY Yen; KMF Franco Comoro; KRW Won; PYG Guaraní;
    RWF Franco ruandés; UGX Shilling de Uganda; UYI Peso Uruguay en Unidades Indexadas (URUIURUI);
    VND Dong; VUV Vatu; XAF Franco CFA BEAC; XAG Plata; XAU Oro;
    XBA Unidad de Mercados de Bonos Unidad Europea Composite (EURCO);
    XBB Unidad Monetaria de Bonos de Mercados Unidad Europea (UEM-6);
    XBC Mercados de Bonos Unidad Europea unidad de cuenta a 9 (UCE-9);
    XBD Mercados de Bonos Unidad Europea unidad de cuenta a 17 (UCE-17);
    XDR DEG (Derechos Especiales de Giro); XOF Franco CFA BCEAO; XPD Paladio; XPF Franco CFP;
    XPT Platino; XSU Sucre; XTS Códigos reservados específicamente para propósitos de prueba;
    XUA Unidad ADB de Cuenta;
    XXX Los códigos asignados para las transacciones en que intervenga ninguna moneda;
  `,
  2: `
    AED Dirham de EAU; AFN Afghani; ALL Lek; AMD Dram armenio; ANG Florín antillano neerlandés;
    AOA Kwanza; ARS Peso Argentino; AUD Dólar Australiano; AWG Aruba Florin; AZN Azerbaijanian Manat;
    BAM Convertibles marca; BBD Dólar de Barbados; BDT Taka; BGN Lev búlgaro; BMD Dólar de Bermudas;
    BND Dólar de Brunei; BOB Boliviano; BOV Mvdol; BRL Real brasileño; BSD Dólar de las Bahamas;
    BTN Ngultrum; BWP Pula; BZD Dólar de Belice; CAD Dólar Canadiense; CDF Franco congoleño;
    CHE WIR Euro; CHF Franco Suizo; CHW Franc WIR; CNH Yuan extracontinental (China );
    CNY Yuan Renminbi; COP Peso Colombiano; COU Unidad de Valor real; CRC Colón costarricense;
    CUC Peso Convertible; CUP Peso Cubano; CVE Cabo Verde Escudo; CZK Corona checa; DKK Corona danesa;
    DOP Peso Dominicano; DZD Dinar argelino; EGP Libra egipcia; ERN Nakfa; ESD Dólar de Ecuador;
    ETB Birr etíope; EUR Euro; FJD Dólar de Fiji; FKP Libra malvinense; GBP Libra Esterlina; GEL Lari;
    GHS Cedi de Ghana; GIP Libra de Gibraltar; GMD Dalasi; GTQ Quetzal; GYD Dólar guyanés;
    HKD Dólar De Hong Kong; HNL Lempira; HRK Kuna; HTG Gourde; HUF Florín; IDR Rupia;
    ILS Nuevo Shekel Israelí; INR Rupia india; IRR Rial iraní; JMD Dólar Jamaiquino; KES Chelín keniano;
    KGS Som; KHR Riel; KPW Corea del Norte ganó; KYD Dólar de las Islas Caimán; KZT Tenge; LAK Kip;
    LBP Libra libanesa; LKR Rupia de Sri Lanka; LRD Dólar liberiano; LSL Loti; MAD Dirham marroquí;
    MDL Leu moldavo; MGA Ariary malgache; MKD Denar; MMK Kyat; MNT Tugrik; MOP Pataca; MRO Ouguiya;
    MUR Rupia de Mauricio; MVR Rupia; MWK Kwacha; MXN Peso Mexicano;
    MXV México Unidad de Inversión (UDI); MYR Ringgit malayo; MZN Mozambique Metical;
    NAD Dólar de Namibia; NGN Naira; NIC Córdoba (Nicaragua); NIO Córdoba Oro; NOK Corona noruega;
    NPR Rupia nepalí; NZD Dólar de Nueva Zelanda; PAB Balboa; PEN Nuevo Sol; PGK Kina;
    PHP Peso filipino; PKR Rupia de Pakistán; PLN Zloty; QAR Qatar Rial; RON Leu rumano;
    RSD Dinar serbio; RUB Rublo ruso; SAR Riyal saudí; SBD Dólar de las Islas Salomón;
    SCR Rupia de Seychelles; SDG Libra sudanesa; SEK Corona sueca; SGD Dólar De Singapur;
    SHP Libra de Santa Helena; SLL Leona; SOS Chelín somalí; SRD Dólar de Suriname;
    SSP Libra sudanesa Sur; STD Dobra; SVC Colon El Salvador; SYP Libra Siria; SZL Lilangeni; THB Baht;
    TJS Somoni; TMT Turkmenistán nuevo manat; TOP Pa'anga; TRY Lira turca;
    TTD Dólar de Trinidad y Tobago; TWD Nuevo dólar de Taiwán; TZS Shilling tanzano; UAH Hryvnia;
    USD Dólar americano; USN Dólar estadounidense (día siguiente); UYP Uruguay (Peso);
    UYU Peso Uruguayo; UZS Uzbekistán Sum; VEF Bolívar; VES Bolívar digital  (Venezuela); WST Tala;
    XCD Dólar del Caribe Oriental; YER Rial yemení; ZAR Rand; ZMW Kwacha zambiano; ZWL Zimbabwe Dólar;
  `,
  3: `
    BHD Dinar de Bahrein; IQD Dinar iraquí; JOD Dinar jordano; KWD Dinar kuwaití; LYD Dinar libio;
    OMR Rial omaní; TND Dinar tunecino;
  `,
  4: `
    CLF Unidad de Fomento;
  `,
};

/** Currencies that the catalogue got on 2023-05-29. */
const LATER = new Set(['CNH', 'ESD', 'NIC', 'UYP', 'VES']);
/** Codes for tests and for no currency: no exchange rate. */
const NO_RATE = new Set(['XTS', 'XXX']);

/** c_Moneda. XXX is for documents without amounts (P, T). */
export const monedas: Catalogue<Moneda> = catalogue(
  'c_Moneda',
  Object.entries(byDecimals).flatMap(([decimals, table]) =>
    readTable(table).map((row): Moneda => ({
      ...row,
      decimales: Number(decimals),
      variacion: NO_RATE.has(row.key) ? 0 : 5,
      ...(LATER.has(row.key) && { validFrom: '2023-05-29' }),
    })),
  ),
);
