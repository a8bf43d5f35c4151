import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { cadenaOriginal } from '../../documento/cadena.js';
import { comprobanteXml } from '../../documento/xml.js';
import { comercioExterior20 } from '../../formas/estandares/complementos/comercio-exterior-20.js';
import { cadenaDe } from '../../formas/cadena.js';
import { defectosDe } from '../../formas/revisar.js';
import { parseComprobante } from '../../lectura/comprobante.js';
import { csdDePrueba, MATERIAL } from '../../testing/certificados.js';
import {
  archivador,
  cadenasOficiales,
  CFDI_XSLT,
  oficialReady,
  quejas,
  sayWhatIsMissing,
} from '../../testing/oficial.js';
import { exportacionArbitraria } from './testing/arbitrarias.js';
import { codigosDe, documentoDe, fallasDe } from './testing/documento.js';
import { exportacionCompleta, exportacionMinima, trasladoCompleto } from './testing/muestras.js';

sayWhatIsMissing('Comercio Exterior by the official schema and stylesheet');

const entradas = [
  exportacionMinima(),
  exportacionCompleta(),
  trasladoCompleto(),
  ...fc.sample(exportacionArbitraria, { numRuns: 40, seed: 20 }),
];

describe('Comercio Exterior', () => {
  it('of every example obeys its rules', () => {
    for (const entrada of entradas) {
      const { raiz, cce } = documentoDe(entrada);
      expect(fallasDe(raiz, cce).map(({ codigo }) => codigo)).toEqual([]);
    }
  });
});

(oficialReady ? describe : describe.skip)('Comercio Exterior by the official schema and stylesheet', () => {
  const archivo = archivador();

  it('the smallest, the fullest and any other are valid and have the cadena of the stylesheet', () => {
    const { noCertificado, certificado } = csdDePrueba();
    const comprobantes = entradas.map((entrada) => documentoDe(entrada).comprobante);
    const files = comprobantes.map((c) =>
      archivo(comprobanteXml(c, { noCertificado, certificado, sello: 'QUJD' })),
    );
    expect(quejas(files)).toEqual([]);
    const nuestras = comprobantes.map((c) => cadenaOriginal(c, noCertificado));
    expect(cadenasOficiales(CFDI_XSLT, files)).toBe(nuestras.join(''));
  });

  it('the public sample has the structure of the table, obeys the rules, and has our cadena', () => {
    const file = join(MATERIAL, 'samples/cfdi/comercio-exterior20.xml');
    const xml = readFileSync(file, 'utf8');
    const leido = parseComprobante(xml);
    const cce = leido.ok ? leido.value.complementos[0] : undefined;
    if (!cce) throw new Error('it cannot be read');
    expect(defectosDe(comercioExterior20.raiz, cce)).toEqual([]);
    expect(codigosDe(xml)).toEqual([]);
    expect(cadenasOficiales(CFDI_XSLT, [file])).toContain(`${cadenaDe(comercioExterior20.raiz, cce)}||`);
  });
});
