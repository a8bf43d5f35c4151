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
