import { describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SMALL_CATALOGUES, SMALL_IDS } from '#sat';
import { isSmall } from '#sat/small/loaders';
import { cartaPorteCodes } from '../complementos/carta-porte/codes.js';
import { comercioExteriorCodes } from '../complementos/comercio-exterior/codes.js';
import { conceptosCodes } from '../complementos/conceptos/codes.js';
import { nominaCodes } from '../complementos/nomina/codes.js';
import { pagosCodes } from '../complementos/pagos/codes.js';
import { retencionCodes } from '../retenciones/codes.js';
import { cfdi40Codes } from './cfdi40/codes.js';
import type { RuleCode } from './code.js';

/** docs/rules.md is made from the lists that specs check the rules against; UPDATE_DOCS=1 writes it again. */
const SECTIONS: readonly (readonly [titulo: string, codigos: readonly RuleCode[]])[] = [
  ['CFDI 4.0', cfdi40Codes],
  ['Pagos 2.0', pagosCodes],
  ['Nómina 1.2', nominaCodes],
  ['Carta Porte 3.1', cartaPorteCodes],
  ['Comercio Exterior 2.0', comercioExteriorCodes],
  ['Complements of lines', conceptosCodes],
  ['Retenciones 2.0', retencionCodes],
];

/** The editions of the matrices that the rules follow. Those of catalogues: docs/catalogues.md. */
const EDITIONS: readonly (readonly [what: string, edition: string])[] = [
  ['CFDI 4.0', 'matrix of 2022, with ObjetoImp 06 to 08 of 2024-12-13 and CFDI40163 for fuel of 2026-04-24'],
  ['Pagos 2.0', 'matrix as published, CRP20101 to CRP20999'],
  ['Nómina 1.2', 'revision C, and of revision E what is known: NOM10, NOM11, NOM101, NOM108, NOM109'],
  [
    'Carta Porte 3.1',
    'numbers of the matrix as they are retold publicly; those that are not known have names of ours',
  ],
  ['Comercio Exterior 2.0', 'its schema and catalogues; the matrix of 1.1 where it is the same'],
  [
    'Hidrocarburos y Petrolíferos 1.0',
    'revision A: PER01 to PER11, beside Carta Porte; of its matrix CCHYP106 to CCHYP110',
  ],
  ['Retenciones 2.0', 'Reten20101 to Reten20133, Reten20116 as of 2025-04-09'],
  ['Planes de Retiro 1.1', 'PDR101, PDR102 and PDR104, as they are retold publicly'],
  [
    'Plataformas Tecnológicas 1.0',
    'revision E of 2025-12-31: service 11, and IEPS withheld only on it; SPT117 as revision D has it; labels of its keys need to be loaded',
  ],
  ['IEPS', 'rates of 2026: cigarettes 200 %, hand-made cigars 32 %, betting 50 %, from 2026-01-01 on'],
];

/** What we refuse, or let pass, where specification, catalogue and matrix do not say the same. */
const DECISIONS: readonly string[] = [
  'Relations 08 and 09: the specification lists them, c_TipoRelacion ends at 07. They are refused (CFDI40137); a draft with one is not ready.',
  'Periodicity `year`: the specification lists it, c_Periodicidad has no key for it. It is refused; a draft with it is not ready.',
  "Fuel: the complement is required in types I and E, as Anexo 29 has it, by the document's date and the validity of c_ClaveHYP. What is only moved (T) needs none; a draft without it is not ready.",
  'Carta Porte of an income: one item with a key of freight is enough (CP109); the others may be the goods themselves, loading or insurance.',
  'Permits of Carta Porte: no rule compares PermSCT with the means of transport, but the schema says that it must be one of it. Another is refused, with a code of ours.',
  'The general public: PÚBLICO EN GENERAL, with its accent, is taken for PUBLICO EN GENERAL and written so.',
  'Payroll of a worker who has died: XAXX010101000 with 605, so CFDI40159 (616 with generic RFCs) is not asked of type N.',
  'A complement that no key asks for: it may be in a document of any key, but that of platforms, which needs key 26.',
  'Totals of platforms are compared to the cent, since amounts of six decimals stand beside amounts of two. What was given in cash lowers DifIVAEntregadoPrestServ, so it is not compared below its maximum.',
  'Plans of retirement 1.0: the stylesheet of Retenciones 2.0 does not sign them. They are refused as XML; as data they are read as 1.1, which has all of their fields.',
  'Retentions of key 28 (RIF): MontoTotOperacion is not compared with taxed and exempt amounts, which are zero (Reten20108).',
  'Article 69-B: Previsto is not valid, as Presunto: the tax authority has begun the procedure and nothing disproves it yet. EFOS de información suprimida is valid: a court has had the entry withdrawn, so the list says nothing against the taxpayer. A taxpayer with several rows is valid only if each is. A word of the list that we do not know is not valid.',
  'Obligations of the issuer (LCO): 0 issues no invoice (organization_tax_info_invalid); IVA at 8 % needs 2 and a place of issue in the northern border region, 3 and one in the southern, or 4, which is not compared with the place. The newest certificate in force counts, and the more permissive of two files. Without the list, or for an issuer that it lacks, nothing is refused: a new CSD takes up to 72 hours to get in.',
];

const WHERE: Readonly<Record<string, string>> = {
  rule: 'rule',
  structure: 'structure (301)',
  sello: 'certificate and seal',
  api: 'API',
  no: 'not checked',
};

const countCodes = (codes: readonly RuleCode[]): string =>
  Object.keys(WHERE)
    .map((where) => [where, codes.filter((code) => code.where === where).length] as const)
    .filter(([, count]) => count > 0)
    .map(([where, count]) => `${count} ${WHERE[where]}`)
    .join(', ');

const newestDay = (days: readonly (string | undefined)[]): string =>
  days.reduce((newest: string, day = '') => (day > newest ? day : newest), '');

/** The catalogues that the rules judge by where none is loaded. */
const editions = (): readonly string[] => [
  '',
  '## Editions of the catalogues',
  '',
  'The small catalogues that are built in, of August 2026, with the first day of their newest key. Loaded editions take their',
  'place ([catalogues.md](catalogues.md)): `npm run catalogues -- list` and `GET /catalogs/sat` say which are in use, and',
  'rules judge by the day of the document. Those without "yes" are what the program itself is made of.',
  '',
  '| catalogue | standard | keys | newest key from | can be loaded |',
  '| --- | --- | --- | --- | --- |',
  ...SMALL_IDS.map((id) => {
    const { catalogue, standard } = SMALL_CATALOGUES[id];
    const entries = catalogue.entries.filter(({ outsideCfdi }) => outsideCfdi !== true);
    const newest = newestDay(entries.map(({ validFrom }) => validFrom));
    return `| ${catalogue.name} | ${standard} | ${entries.length} | ${newest} | ${isSmall(id) ? 'yes' : ''} |`;
  }),
];

const documentWith = (): string =>
  [
    '# Rules',
    '',
    'Where each code of the error matrices is checked, or why it is not. Rules are functions in `libs/cfdi`, each with',
    'its text in Spanish and English: the builder runs those of complements before anything is signed, and names the',
    'field; the sandbox PAC runs all of them over the final XML. Codes with hyphens are ours: the matrix they belong to is',
    'not published with what we have. This page is made of the lists in the code (`UPDATE_DOCS=1 npm test -- documentation`).',
    '',
    '## Editions',
    '',
    '| what | edition |',
    '| --- | --- |',
    ...EDITIONS.map(([what, edition]) => `| ${what} | ${edition} |`),
    '',
    '## Decisions',
    '',
    ...DECISIONS.map((decision) => `- ${decision}`),
    ...SECTIONS.flatMap(([title, codes]) => [
      ...[
        '',
        `## ${title}`,
        '',
        `${countCodes(codes)}.`,
        '',
        '| code | checked by | note |',
        '| --- | --- | --- |',
      ],
      ...codes.map(
        ({ code, where, note = '' }) => `| ${code} | ${WHERE[where]} | ${note.replaceAll('|', '\\|')} |`,
      ),
    ]),
    ...editions(),
    '',
  ].join('\n');

describe('docs/rules.md', () => {
  it('says of every code where it is checked', () => {
    const file = resolve('docs/rules.md');
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, documentWith());
    expect(readFileSync(file, 'utf8')).toBe(documentWith());
  });

  it('knows no code twice', () => {
    for (const [, codes] of SECTIONS) expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length);
  });
});
