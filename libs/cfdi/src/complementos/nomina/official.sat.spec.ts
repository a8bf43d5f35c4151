import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cadenaOriginalOf } from '../../reading/cadena.js';
import { parseComprobante } from '../../reading/comprobante.js';
import { sealComprobante } from '../../sello/sello.js';
import { testCsd } from '../../testing/certificates.js';
import {
  createFileWriter,
  computeOfficialCadenas,
  CFDI_XSLT,
  officialReady,
  findComplaints,
  sayWhatIsMissing,
} from '../../testing/official.js';
import { arbitraryNominaComprobante } from './testing/arbitrary.js';
import { documentOf, violationsOf } from './testing/document.js';
import {
  nominaComprobante,
  fullNomina,
  nominaJubilacion,
  minimalNomina,
  nominaOrdinaria,
  nominaOtrosPagos,
  nominaSeparacion,
} from './testing/nominas.js';

/** Payrolls that we write, read by the official schema and stylesheet. */
sayWhatIsMissing('the official schema of Nómina');

(officialReady ? describe : describe.skip)('payrolls, read by the official schema and stylesheet', () => {
  const writeFile = createFileWriter();
  const files: string[] = [];
  const xmls: string[] = [];
  const cadenas: string[] = [];

  beforeAll(async () => {
    const inputs = [
      ...[
        minimalNomina,
        nominaOrdinaria,
        fullNomina,
        nominaJubilacion,
        nominaSeparacion,
        nominaOtrosPagos,
      ].map((nomina) => nominaComprobante(nomina)),
      nominaComprobante([nominaOrdinaria, nominaSeparacion]),
      ...fc.sample(arbitraryNominaComprobante, { numRuns: 50, seed: 12 }),
    ];
    for (const input of inputs) {
      const { xml, cadenaOriginal } = await sealComprobante(documentOf(input).comprobante, testCsd());
      files.push(writeFile(xml));
      xmls.push(xml);
      cadenas.push(cadenaOriginal);
    }
  });

  it('are valid', () => {
    expect(findComplaints(files)).toEqual([]);
  });

  it('have the cadena original that was signed', () => {
    expect(computeOfficialCadenas(CFDI_XSLT, files)).toBe(cadenas.join(''));
  });

  it('read back to the same cadena, and break no rule', () => {
    xmls.forEach((xml, i) => {
      const parsed = parseComprobante(xml);
      if (!parsed.ok) throw new Error(parsed.refusal.code);
      expect(cadenaOriginalOf(parsed.value)).toEqual({ ok: true, value: cadenas[i] });
      expect(violationsOf(parsed.value.root)).toEqual([]);
    });
  });
});
