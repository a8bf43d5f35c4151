/** Name that goes with the generic RFC of the general public in a global invoice (CFDI40146). */
export const PUBLICO_EN_GENERAL = 'PUBLICO EN GENERAL';

/** A legal name as it is compared: upper case, single spaces; accents and Ñ stay, for the register has them. */
export const normalizeLegalName = (name: string): string =>
  name.normalize('NFC').replace(/\s+/g, ' ').trim().toUpperCase();

/** Whether a name is that of the general public, with or without its accent: PÚBLICO EN GENERAL is the same. */
export const isPublicoEnGeneral = (name: string): boolean =>
  normalizeLegalName(name).replace('Ú', 'U') === PUBLICO_EN_GENERAL;

/** Whether two legal names are the same to the tax authority's register (CFDI40138, CFDI40145). */
export const sameLegalName = (a: string, b: string): boolean =>
  normalizeLegalName(a) === normalizeLegalName(b);

/**
 * Corporate regimes that close a company's name on its certificate and are no part of its name in CFDI 4.0
 * (Anexo 20, guide). Written without dots; `[x]` may be missing.
 */
const REGIMES = [
  'SA [DE CV]',
  'S DE CV',
  'SAB [DE CV]',
  'SAPI [DE CV]',
  'SAPIB [DE CV]',
  'SAS [DE CV]',
  'S DE RL [DE CV]',
  'S DE RL MI',
  'S DE RL DE IP [DE CV]',
  'S DE RL DE IP Y CV',
  'S EN C [DE CV]',
  'S EN C POR A [DE CV]',
  'S EN NC [DE CV]',
  'SC',
  'SC DE RL [DE CV]',
  'SC DE P DE RL [DE CV]',
  'SC DE C DE RL [DE CV]',
  'SC DE AP DE RL [DE CV]',
  'SCP',
  'SCL',
  'SCS',
  'SNC',
  'SPR DE RL [DE CV]',
  'SPR DE RI [DE CV]',
  'SPR DE RS',
  'SSS',
  'AC',
  'A EN P',
  'IAP',
  'IBP',
  'ABP',
  'SOCIEDAD ANONIMA [DE CAPITAL VARIABLE]',
  'SOCIEDAD ANÓNIMA [DE CAPITAL VARIABLE]',
  'SOCIEDAD CIVIL',
  'ASOCIACION CIVIL',
  'ASOCIACIÓN CIVIL',
];
/** Financial entities add what they are after the regime. */
const FINANCIAL = ['', 'SOFOM ENR', 'SOFOM ER', 'SOFOL', 'SFP', 'IBM'];

const compact = (text: string): string => text.replace(/[\s.,]/g, '');
const suffixes = new Set<string>();
for (const regime of REGIMES)
  for (const written of [regime.replace(/\[|\]/g, ''), regime.replace(/ \[[^[\]]*\]/, '')])
    for (const financial of FINANCIAL) suffixes.add(compact(written + financial));
const LONGEST = Math.max(...[...suffixes].map((suffix) => suffix.length));

export interface SplitLegalName {
  /** The name to write in a CFDI 4.0. */
  readonly name: string;
  /** The corporate regime that followed it, as written; absent if there is none. */
  readonly regime?: string;
}

/**
 * Splits a legal name from a corporate regime at its end: "ESCUELA KEMPER URGATE S.A. de C.V." is
 * "ESCUELA KEMPER URGATE" and "S.A. DE C.V.". Meant for legal entities: natural persons have no regime.
 */
export function withoutCorporateRegime(legalName: string): SplitLegalName {
  const name = normalizeLegalName(legalName.slice(0, 1000));
  const words = name.split(/(?<=[\s,])/);
  let found: SplitLegalName = { name };
  let tail = '';
  for (let i = words.length - 1; i > 0; i -= 1) {
    tail = compact(words[i] ?? '') + tail;
    if (tail.length > LONGEST) break;
    const rest = words
      .slice(0, i)
      .join('')
      .replace(/(?<![\s,])[\s,]+$/, '');
    if (suffixes.has(tail) && rest !== '') found = { name: rest, regime: words.slice(i).join('').trim() };
  }
  return found;
}
