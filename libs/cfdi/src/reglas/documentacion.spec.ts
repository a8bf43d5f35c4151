import { describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { codigosCartaPorte } from '../complementos/carta-porte/codigos.js';
import { codigosComercioExterior } from '../complementos/comercio-exterior/codigos.js';
import { codigosConceptos } from '../complementos/conceptos/codigos.js';
import { codigosNomina } from '../complementos/nomina/codigos.js';
import { codigosPagos } from '../complementos/pagos/codigos.js';
import { codigosRetencion } from '../retenciones/codigos.js';
import { codigosCfdi40 } from './cfdi40/codigos.js';
import type { CodigoDeRegla } from './codigo.js';

/** docs/rules.md is made from the lists that specs check the rules against; UPDATE_DOCS=1 writes it again. */
const SECCIONES: readonly (readonly [titulo: string, codigos: readonly CodigoDeRegla[]])[] = [
  ['CFDI 4.0', codigosCfdi40],
  ['Pagos 2.0', codigosPagos],
  ['Nómina 1.2', codigosNomina],
  ['Carta Porte 3.1', codigosCartaPorte],
  ['Comercio Exterior 2.0', codigosComercioExterior],
  ['Complements of lines', codigosConceptos],
  ['Retenciones 2.0', codigosRetencion],
];

const DONDE: Readonly<Record<string, string>> = {
  regla: 'rule',
  estructura: 'structure (301)',
  sello: 'certificate and seal',
  api: 'API',
  no: 'not checked',
};

const cuenta = (codigos: readonly CodigoDeRegla[]): string =>
  Object.keys(DONDE)
    .map((donde) => [donde, codigos.filter((codigo) => codigo.donde === donde).length] as const)
    .filter(([, cuantos]) => cuantos > 0)
    .map(([donde, cuantos]) => `${cuantos} ${DONDE[donde]}`)
    .join(', ');

const documento = (): string =>
  [
    '# Rules',
    '',
    'Where each code of the error matrices is checked, or why it is not. Rules are functions in `libs/cfdi`, each with',
    'its text in Spanish and English: the builder runs those of complements before anything is signed, and names the',
    'field; the sandbox PAC runs all of them over the final XML. Codes with hyphens are ours: the matrix they belong to is',
    'not published with what we have. This page is made of the lists in the code (`UPDATE_DOCS=1 npm test -- documentacion`).',
    ...SECCIONES.flatMap(([titulo, codigos]) => [
      ...[
        '',
        `## ${titulo}`,
        '',
        `${cuenta(codigos)}.`,
        '',
        '| code | checked by | note |',
        '| --- | --- | --- |',
      ],
      ...codigos.map(
        ({ codigo, donde, nota = '' }) => `| ${codigo} | ${DONDE[donde]} | ${nota.replaceAll('|', '\\|')} |`,
      ),
    ]),
    '',
  ].join('\n');

describe('docs/rules.md', () => {
  it('says of every code where it is checked', () => {
    const file = resolve('docs/rules.md');
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, documento());
    expect(readFileSync(file, 'utf8')).toBe(documento());
  });

  it('knows no code twice', () => {
    for (const [, codigos] of SECCIONES)
      expect(new Set(codigos.map(({ codigo }) => codigo)).size).toBe(codigos.length);
  });
});
