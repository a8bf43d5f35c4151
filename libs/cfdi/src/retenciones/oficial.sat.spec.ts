import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { clavesRetencion } from '#sat';
import { complementoDe } from '../formas/escribir.js';
import { estandaresDe } from '../formas/estandares/index.js';
import { defectosDe } from '../formas/revisar.js';
import { leerRetencion } from '../lectura/retencion.js';
import { verificarDocumento } from '../lectura/verificar.js';
import type { Nodo } from '../parsed.js';
import { csdDePrueba, MATERIAL } from '../testing/certificados.js';
import { elementoArbitrario, type Extension } from '../testing/formas-arbitrarias.js';
import {
  archivador,
  cadenasOficiales,
  clavesOficiales,
  oficialReady,
  quejas,
  RETENCIONES_XSLT,
  sayWhatIsMissing,
} from '../testing/oficial.js';
import { construirRetencion, retencion, retencionArbitraria } from '../testing/retenciones.js';
import { insertTimbre } from '../timbre/insert.js';
import { buildTimbre } from '../timbre/timbre.js';
import { cadenaRetencion, retencionXml, sealRetencion } from './xml.js';

/** What is written of retentions, read by the tax authority's own schemas and stylesheet. */
sayWhatIsMissing('the check of retentions by the official schemas');

const { noCertificado, certificado } = csdDePrueba();
const CADA: Readonly<Record<Extension, number>> = { menor: 1, mayor: 1, cualquiera: 4 };
const base = construirRetencion(retencion());
const estandares = estandaresDe('retenciones').map((estandar) => [estandar.prefijo, estandar] as const);

(oficialReady ? describe : describe.skip)('retentions by the official schema and stylesheet', () => {
  const archivo = archivador();

  it.each(estandares)(
    '%s: its table is what the schema takes and the stylesheet reads',
    (_prefijo, estandar) => {
      const nodos = (Object.keys(CADA) as Extension[]).flatMap((extension) =>
        fc.sample<Nodo>(elementoArbitrario(estandar.raiz, estandar, extension, clavesOficiales), {
          numRuns: CADA[extension],
          seed: 7,
        }),
      );
      const documentos = nodos.map((nodo) => ({ ...base, complementos: [complementoDe(estandar, nodo)] }));
      const files = documentos.map((uno) =>
        archivo(retencionXml(uno, { noCertificado, certificado, sello: 'QUJD' })),
      );
      for (const nodo of nodos) expect(defectosDe(estandar.raiz, nodo)).toEqual([]);
      expect(quejas(files)).toEqual([]);
      const cadenas = documentos.map((uno) => cadenaRetencion(uno, noCertificado));
      expect(cadenasOficiales(RETENCIONES_XSLT, files)).toBe(cadenas.join(''));
    },
  );

  describe('each key with its complement, smallest and fullest', () => {
    const hechos: { xml: string; timbrado: string; cadena: string; file: string }[] = [];
    beforeAll(async () => {
      for (const { key } of clavesRetencion.entries)
        for (const extension of ['menor', 'mayor'] as const) {
          const [input] = fc.sample(retencionArbitraria(key, extension), { numRuns: 1, seed: Number(key) });
          const { xml, sello, cadenaOriginal } = await sealRetencion(
            construirRetencion(input as NonNullable<typeof input>),
            csdDePrueba(),
          );
          const timbre = await buildTimbre(
            {
              ...{ uuid: '5FB2822E-396D-4725-8521-CDC4BDD20CCF', fechaTimbrado: '2026-11-20T10:31:00' },
              ...{ rfcProvCertif: 'SPR190613I52', selloCfd: sello },
            },
            csdDePrueba(),
          );
          const timbrado = insertTimbre(xml, timbre);
          // The schema looks into the addenda, which a PAC leaves out.
          const file = archivo(timbrado.replace(/<retenciones:Addenda>.*<\/retenciones:Addenda>/s, ''));
          hechos.push({ xml, timbrado, cadena: cadenaOriginal, file });
        }
    });

    it('is valid, stamped', () => {
      expect(hechos.length).toBeGreaterThanOrEqual(40);
      expect(quejas(hechos.map(({ file }) => file))).toEqual([]);
    });

    it('has the very cadena original that was signed', () => {
      const files = hechos.map(({ file }) => file);
      expect(cadenasOficiales(RETENCIONES_XSLT, files)).toBe(hechos.map(({ cadena }) => cadena).join(''));
    });

    it('is verified by us and by openssl', () => {
      for (const { timbrado } of hechos)
        expect(
          verificarDocumento(timbrado, { certificadoSat: certificado, autoridades: [certificado] }),
        ).toEqual({
          ...{ sello: true, noCertificado: true, certificado: true },
          timbre: { selloCfd: true, selloSat: true },
        });
      const script = join(MATERIAL, 'verify-cfdi.sh');
      const todos = hechos.filter((_hecho, i) => i % 16 === 1);
      for (const { timbrado } of todos) {
        const out = execFileSync('bash', [script, archivo(timbrado)], {
          env: { ...process.env, LIGHT: '1' },
        });
        expect(out.toString()).toBe('XSD ok\nSELLO ok\nNoCertificado ok\n');
      }
    });

    it('reads back to what was built', () => {
      for (const { xml, timbrado } of hechos) {
        const [antes, despues] = [leerRetencion(xml), leerRetencion(timbrado)];
        if (!antes.ok || !despues.ok) throw new Error('not read');
        expect(despues.value.retencion).toEqual(antes.value.retencion);
        expect(retencionXml(antes.value.retencion, antes.value.sellado)).toBe(xml);
      }
    });
  });
});
