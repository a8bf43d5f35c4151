import { catalogue, readTable, type Catalogue, type CatalogueEntry } from '../catalogue.js';

export interface Estado extends CatalogueEntry {
  /** Key of c_Pais. */
  readonly pais: 'MEX' | 'USA' | 'CAN';
  /** ISO 3166-2 code, such as MX-JAL. */
  readonly iso: string;
}

const names = {
  MEX: `
    AGU Aguascalientes; BCN Baja California; BCS Baja California Sur; CAM Campeche; CHP Chiapas;
    CHH Chihuahua; COA Coahuila; COL Colima; CMX Ciudad de México; DUR Durango; GUA Guanajuato;
    GRO Guerrero; HID Hidalgo; JAL Jalisco; MEX Estado de México; MIC Michoacán; MOR Morelos;
    NAY Nayarit; NLE Nuevo León; OAX Oaxaca; PUE Puebla; QUE Querétaro; ROO Quintana Roo;
    SLP San Luis Potosí; SIN Sinaloa; SON Sonora; TAB Tabasco; TAM Tamaulipas; TLA Tlaxcala;
    VER Veracruz; YUC Yucatán; ZAC Zacatecas;
  `,
  USA: `
    AL Alabama; AK Alaska; AZ Arizona; AR Arkansas; CA California; NC Carolina del Norte;
    SC Carolina del Sur; CO Colorado; CT Connecticut; ND Dakota del Norte; SD Dakota del Sur;
    DE Delaware; FL Florida; GA Georgia; HI Hawái; ID Idaho; IL Illinois; IN Indiana; IA Iowa;
    KS Kansas; KY Kentucky; LA Luisiana; ME Maine; MD Maryland; MA Massachusetts; MI Míchigan;
    MN Minnesota; MS Misisipi; MO Misuri; MT Montana; NE Nebraska; NV Nevada; NJ Nueva Jersey;
    NY Nueva York; NH Nuevo Hampshire; NM Nuevo México; OH Ohio; OK Oklahoma; OR Oregón; PA Pensilvania;
    RI Rhode Island; TN Tennessee; TX Texas; UT Utah; VT Vermont; VA Virginia; WV Virginia Occidental;
    WA Washington; WI Wisconsin; WY Wyoming;
  `,
  CAN: `
    ON Ontario; QC Quebec; NS Nueva Escocia; NB Nuevo Brunswick; MB Manitoba; BC Columbia Británica;
    PE Isla del Príncipe Eduardo; SK Saskatchewan; AB Alberta; NL Terranova y Labrador;
    NT Territorios del Noroeste; YT Yukón; UN Nunavut;
  `,
};

const ISO_COUNTRY = { MEX: 'MX', USA: 'US', CAN: 'CA' } as const;
/** The tax authority's keys are ISO's, except for Nunavut. */
const isoPart = (key: string): string => (key === 'UN' ? 'NU' : key);

/** c_Estado: states of Mexico, the United States and Canada; other countries have none. */
export const estados: Catalogue<Estado> = catalogue(
  'c_Estado',
  (['MEX', 'USA', 'CAN'] as const).flatMap((pais) =>
    readTable(names[pais]).map((row): Estado => ({
      ...row,
      pais,
      iso: `${ISO_COUNTRY[pais]}-${isoPart(row.key)}`,
    })),
  ),
);

/** Lower case without accents, as people type names. */
const plain = (text: string): string =>
  text
    .trim()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** States by every text that means one, made once for each edition. */
const byTexts = new WeakMap<readonly Estado[], ReadonlyMap<string, Estado>>();
function byTextOf(entries: readonly Estado[]): ReadonlyMap<string, Estado> {
  const known = byTexts.get(entries);
  if (known) return known;
  const byText = new Map<string, Estado>();
  for (const estado of entries)
    for (const text of [estado.key, estado.iso, isoPart(estado.key), estado.label])
      byText.set(`${estado.pais} ${plain(text)}`, estado);
  byTexts.set(entries, byText);
  return byText;
}

/** The state of a country by key, ISO 3166-2 code or name; case and accents do not matter. */
export const findEstado = (text: string, country = 'MEX'): Estado | undefined =>
  text.length > 60 ? undefined : byTextOf(estados.entries).get(`${country} ${plain(text)}`);

/** Whether the tax authority lists the states of a country, so that an unknown one is an error. */
export const hasEstados = (country: string): boolean => country in ISO_COUNTRY;
