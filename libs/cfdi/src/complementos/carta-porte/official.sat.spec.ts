import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { cadenaOriginal } from '../../document/cadena.js';
import { comprobanteXml } from '../../document/xml.js';
import { cartaPorte31 } from '../../schemas/standards/complementos/carta-porte-31.js';
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
import { arbitraryCartaPorte, cartaPorteFull, cartaPorteMinimal, TRANSPORTES } from './testing/index.js';
import { documentOf, violationsOf } from './testing/document.js';

sayWhatIsMissing('Carta Porte by the official schema and stylesheet');

const TYPES = ['I', 'T'] as const;
const entries = [
  ...TRANSPORTES.flatMap((transporte) =>
    TYPES.flatMap((type) => [cartaPorteMinimal(transporte, type), cartaPorteFull(transporte, type)]),
  ),
  ...fc.sample(arbitraryCartaPorte, { numRuns: 44, seed: 31 }),
];

(officialReady ? describe : describe.skip)('Carta Porte by the official schema and stylesheet', () => {
  const writeFile = createFileWriter();
  const files: string[] = [];
  const cadenas: string[] = [];
  const { noCertificado, certificado } = testCsd();

  beforeAll(() => {
    for (const entry of entries) {
      const { comprobante } = documentOf(entry);
      files.push(writeFile(comprobanteXml(comprobante, { noCertificado, certificado, sello: 'QUJD' })));
      cadenas.push(cadenaOriginal(comprobante, noCertificado));
    }
  });

  it('the smallest, the fullest and any other are valid', () => {
    expect(findComplaints(files)).toEqual([]);
  });

  it('they have the cadena original of the stylesheet', () => {
    expect(computeOfficialCadenas(CFDI_XSLT, files)).toBe(cadenas.join(''));
  });

  it('the public sample has the structure of the table and obeys the rules', () => {
    const xml = readFileSync(join(MATERIAL, 'samples/cfdi/carta-porte31.xml'), 'utf8');
    const parsed = parseComprobante(xml);
    if (!parsed.ok) throw new Error('it cannot be read');
    const [carta] = parsed.value.complementos;
    if (!carta) throw new Error('it has no complement');
    expect(findDefects(cartaPorte31.root, carta)).toEqual([]);
    expect(violationsOf(parsed.value.root, carta)).toEqual([]);
  });
});

describe('Carta Porte', () => {
  it('of every example obeys the rules', () => {
    for (const entry of entries) {
      const { root, carta } = documentOf(entry);
      expect(violationsOf(root, carta)).toEqual([]);
    }
  });
});
