import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { cadenaOriginal } from '../../documento/cadena.js';
import { comprobanteXml } from '../../documento/xml.js';
import { cartaPorte31 } from '../../formas/estandares/complementos/carta-porte-31.js';
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
import { cartaPorteArbitraria, cartaPorteCompleta, cartaPorteMinima, TRANSPORTES } from './testing/index.js';
import { documentoDe, fallasDe } from './testing/documento.js';

sayWhatIsMissing('Carta Porte by the official schema and stylesheet');

const TIPOS = ['I', 'T'] as const;
const entradas = [
  ...TRANSPORTES.flatMap((transporte) =>
    TIPOS.flatMap((tipo) => [cartaPorteMinima(transporte, tipo), cartaPorteCompleta(transporte, tipo)]),
  ),
  ...fc.sample(cartaPorteArbitraria, { numRuns: 44, seed: 31 }),
];

(oficialReady ? describe : describe.skip)('Carta Porte by the official schema and stylesheet', () => {
  const archivo = archivador();
  const files: string[] = [];
  const cadenas: string[] = [];
  const { noCertificado, certificado } = csdDePrueba();

  beforeAll(() => {
    for (const entrada of entradas) {
      const { comprobante } = documentoDe(entrada);
      files.push(archivo(comprobanteXml(comprobante, { noCertificado, certificado, sello: 'QUJD' })));
      cadenas.push(cadenaOriginal(comprobante, noCertificado));
    }
  });

  it('the smallest, the fullest and any other are valid', () => {
    expect(quejas(files)).toEqual([]);
  });

  it('they have the cadena original of the stylesheet', () => {
    expect(cadenasOficiales(CFDI_XSLT, files)).toBe(cadenas.join(''));
  });

  it('the public sample has the structure of the table and obeys the rules', () => {
    const xml = readFileSync(join(MATERIAL, 'samples/cfdi/carta-porte31.xml'), 'utf8');
    const parsed = parseComprobante(xml);
    if (!parsed.ok) throw new Error('it cannot be read');
    const [carta] = parsed.value.complementos;
    if (!carta) throw new Error('it has no complement');
    expect(defectosDe(cartaPorte31.raiz, carta)).toEqual([]);
    expect(fallasDe(parsed.value.raiz, carta)).toEqual([]);
  });
});

describe('Carta Porte', () => {
  it('of every example obeys the rules', () => {
    for (const entrada of entradas) {
      const { raiz, carta } = documentoDe(entrada);
      expect(fallasDe(raiz, carta)).toEqual([]);
    }
  });
});
