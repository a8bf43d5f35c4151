import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sealComprobante } from '../../sello/sello.js';
import { parseComprobante } from '../../reading/comprobante.js';
import type { Violation } from '../../rules/rule.js';
import { testCsd } from '../../testing/certificates.js';
import {
  createFileWriter,
  computeOfficialCadenas,
  CFDI_XSLT,
  officialReady,
  findComplaints,
  sayWhatIsMissing,
} from '../../testing/official.js';
import { checkPagos } from './rules.js';
import { arbitraryPagos } from './testing/arbitrary.js';
import { largestPago, smallestPago } from './testing/samples.js';
import { buildOne, wrapInEnvelope } from './testing/envelope.js';

/** Documents of payments, read by the official schema and stylesheet. */
sayWhatIsMissing('the check of payments by the official schema');

(officialReady ? describe : describe.skip)('payments, read by the official schema and stylesheet', () => {
  const writeFile = createFileWriter();
  const files: string[] = [];
  const xmls: string[] = [];
  const cadenas: string[] = [];

  beforeAll(async () => {
    const inputs = [
      smallestPago(),
      largestPago(),
      ...fc.sample(arbitraryPagos(8), { numRuns: 40, seed: 20 }),
    ];
    for (const input of inputs) {
      const sealed = await sealComprobante(wrapInEnvelope(buildOne(input)).c, testCsd());
      files.push(writeFile(sealed.xml));
      xmls.push(sealed.xml);
      cadenas.push(sealed.cadenaOriginal);
    }
  });

  it('are valid', () => expect(findComplaints(files)).toEqual([]));

  it('have the very cadena original that was signed', () =>
    expect(computeOfficialCadenas(CFDI_XSLT, files)).toBe(cadenas.join('')));

  it('obey the matrix when they are read back', () => {
    for (const xml of xmls) {
      const parsed = parseComprobante(xml);
      const [complemento] = parsed.ok ? parsed.value.complementos : [];
      if (!parsed.ok || !complemento) throw new Error('it does not read');
      const violations: Violation[] = [];
      checkPagos(complemento, { root: parsed.value.root }, violations);
      expect(violations).toEqual([]);
    }
  });
});
