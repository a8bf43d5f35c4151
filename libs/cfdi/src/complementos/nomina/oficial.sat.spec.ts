import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cadenaOriginalOf } from '../../lectura/cadena.js';
import { parseComprobante } from '../../lectura/comprobante.js';
import { sealComprobante } from '../../sello/sello.js';
import { csdDePrueba } from '../../testing/certificados.js';
import {
  archivador,
  cadenasOficiales,
  CFDI_XSLT,
  oficialReady,
  quejas,
  sayWhatIsMissing,
} from '../../testing/oficial.js';
import { comprobanteDeNomina } from './testing/arbitrarias.js';
import { documentoDe, fallasDe } from './testing/documento.js';
import {
  deNomina,
  nominaCompleta,
  nominaJubilacion,
  nominaMinima,
  nominaOrdinaria,
  nominaOtrosPagos,
  nominaSeparacion,
} from './testing/nominas.js';

/** Payrolls that we write, read by the official schema and stylesheet. */
sayWhatIsMissing('the official schema of Nómina');

(oficialReady ? describe : describe.skip)('payrolls, read by the official schema and stylesheet', () => {
  const archivo = archivador();
  const files: string[] = [];
  const xmls: string[] = [];
  const cadenas: string[] = [];

  beforeAll(async () => {
    const inputs = [
      ...[
        nominaMinima,
        nominaOrdinaria,
        nominaCompleta,
        nominaJubilacion,
        nominaSeparacion,
        nominaOtrosPagos,
      ].map((nomina) => deNomina(nomina)),
      deNomina([nominaOrdinaria, nominaSeparacion]),
      ...fc.sample(comprobanteDeNomina, { numRuns: 50, seed: 12 }),
    ];
    for (const input of inputs) {
      const { xml, cadenaOriginal } = await sealComprobante(documentoDe(input).comprobante, csdDePrueba());
      files.push(archivo(xml));
      xmls.push(xml);
      cadenas.push(cadenaOriginal);
    }
  });

  it('are valid', () => {
    expect(quejas(files)).toEqual([]);
  });

  it('have the cadena original that was signed', () => {
    expect(cadenasOficiales(CFDI_XSLT, files)).toBe(cadenas.join(''));
  });

  it('read back to the same cadena, and break no rule', () => {
    xmls.forEach((xml, i) => {
      const parsed = parseComprobante(xml);
      if (!parsed.ok) throw new Error(parsed.refusal.code);
      expect(cadenaOriginalOf(parsed.value)).toEqual({ ok: true, value: cadenas[i] });
      expect(fallasDe(parsed.value.raiz)).toEqual([]);
    });
  });
});
