import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { cadenaOriginal } from '../../document/cadena.js';
import { comprobanteXml } from '../../document/xml.js';
import { comercioExterior20 } from '../../schemas/standards/complementos/comercio-exterior-20.js';
import { buildCadena } from '../../schemas/cadena.js';
import { findDefects } from '../../schemas/check.js';
import { parseComprobante } from '../../reading/comprobante.js';
import { testCsd, MATERIAL } from '../../testing/certificates.js';
import {
  createFileWriter,
  computeOfficialCadenas,
  CFDI_XSLT,
  officialReady,
  findComplaints,
  sayWhatIsMissing,
} from '../../testing/official.js';
import { arbitraryExportacion } from './testing/arbitrary.js';
import { codesOf, documentOf, violationsOf } from './testing/document.js';
import { exportacionFull, exportacionMinimal, trasladoFull } from './testing/samples.js';

sayWhatIsMissing('Comercio Exterior by the official schema and stylesheet');

const entries = [
  exportacionMinimal(),
  exportacionFull(),
  trasladoFull(),
  ...fc.sample(arbitraryExportacion, { numRuns: 40, seed: 20 }),
];

describe('Comercio Exterior', () => {
  it('of every example obeys its rules', () => {
    for (const entry of entries) {
      const { root, cce } = documentOf(entry);
      expect(violationsOf(root, cce).map(({ code }) => code)).toEqual([]);
    }
  });
});

(officialReady ? describe : describe.skip)('Comercio Exterior by the official schema and stylesheet', () => {
  const writeFile = createFileWriter();

  it('the smallest, the fullest and any other are valid and have the cadena of the stylesheet', () => {
    const { noCertificado, certificado } = testCsd();
    const comprobantes = entries.map((entry) => documentOf(entry).comprobante);
    const files = comprobantes.map((c) =>
      writeFile(comprobanteXml(c, { noCertificado, certificado, sello: 'QUJD' })),
    );
    expect(findComplaints(files)).toEqual([]);
    const ours = comprobantes.map((c) => cadenaOriginal(c, noCertificado));
    expect(computeOfficialCadenas(CFDI_XSLT, files)).toBe(ours.join(''));
  });

  it('the public sample has the structure of the table, obeys the rules, and has our cadena', () => {
    const file = join(MATERIAL, 'samples/cfdi/comercio-exterior20.xml');
    const xml = readFileSync(file, 'utf8');
    const parsed = parseComprobante(xml);
    const cce = parsed.ok ? parsed.value.complementos[0] : undefined;
    if (!cce) throw new Error('it cannot be read');
    expect(findDefects(comercioExterior20.root, cce)).toEqual([]);
    expect(codesOf(xml)).toEqual([]);
    expect(computeOfficialCadenas(CFDI_XSLT, [file])).toContain(
      `${buildCadena(comercioExterior20.root, cce)}||`,
    );
  });
});
