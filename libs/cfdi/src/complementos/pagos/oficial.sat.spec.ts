import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sealComprobante } from '../../sello/sello.js';
import { parseComprobante } from '../../lectura/comprobante.js';
import type { Falla } from '../../reglas/regla.js';
import { csdDePrueba } from '../../testing/certificados.js';
import {
  archivador,
  cadenasOficiales,
  CFDI_XSLT,
  oficialReady,
  quejas,
  sayWhatIsMissing,
} from '../../testing/oficial.js';
import { revisarPagos } from './reglas.js';
import { pagosArbitrarios } from './testing/arbitrarios.js';
import { pagoMayor, pagoMenor } from './testing/muestras.js';
import { construido, sobre } from './testing/sobre.js';

/** Documents of payments, read by the official schema and stylesheet. */
sayWhatIsMissing('the check of payments by the official schema');

(oficialReady ? describe : describe.skip)('payments, read by the official schema and stylesheet', () => {
  const archivo = archivador();
  const files: string[] = [];
  const xmls: string[] = [];
  const cadenas: string[] = [];

  beforeAll(async () => {
    const inputs = [pagoMenor(), pagoMayor(), ...fc.sample(pagosArbitrarios(8), { numRuns: 40, seed: 20 })];
    for (const input of inputs) {
      const sealed = await sealComprobante(sobre(construido(input)).c, csdDePrueba());
      files.push(archivo(sealed.xml));
      xmls.push(sealed.xml);
      cadenas.push(sealed.cadenaOriginal);
    }
  });

  it('are valid', () => expect(quejas(files)).toEqual([]));

  it('have the very cadena original that was signed', () =>
    expect(cadenasOficiales(CFDI_XSLT, files)).toBe(cadenas.join('')));

  it('obey the matrix when they are read back', () => {
    for (const xml of xmls) {
      const parsed = parseComprobante(xml);
      const [complemento] = parsed.ok ? parsed.value.complementos : [];
      if (!parsed.ok || !complemento) throw new Error('it does not read');
      const fallas: Falla[] = [];
      revisarPagos(complemento, { raiz: parsed.value.raiz }, fallas);
      expect(fallas).toEqual([]);
    }
  });
});
