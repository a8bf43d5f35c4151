import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { cadenaOriginalOf } from './reading/cadena.js';
import { parseComprobante } from './reading/comprobante.js';
import { sealComprobante } from './sello/sello.js';
import { insertTimbre } from './timbre/insert.js';
import { buildTimbre, cadenaTfd, timbreXml } from './timbre/timbre.js';
import { arbitraryLine } from './testing/arbitrary.js';
import { testCsd, MATERIAL } from './testing/certificates.js';
import { buildDocument } from './testing/build.js';
import { comprobante, concepto } from './testing/samples.js';
import {
  createFileWriter,
  computeOfficialCadenas,
  CFDI_XSLT,
  officialReady,
  findComplaints,
  sayWhatIsMissing,
  TFD_XSLT,
} from './testing/official.js';
import { verify } from './testing/verifier.js';
import type { ComprobanteInput } from './input.js';

/** What we write, read by the tax authority's own schema and stylesheet. */
sayWhatIsMissing('the check of documents by the official schema and stylesheet');

const { receptor } = comprobante();
const publico = {
  ...{ ...receptor, rfc: 'XAXX010101000', nombre: 'PUBLICO EN GENERAL', domicilioFiscal: '06300' },
  ...{ regimenFiscal: '616', usoCfdi: 'S01' },
};
const UUID = '5FB2822E-396D-4725-8521-CDC4BDD20CCF';

/** Documents that use every node, beside dozens of random lines. */
const curious: Partial<ComprobanteInput>[] = [
  { condicionesDePago: `  <a> & "b"\n'c'\u00a0 \u2028 ñ 😀 ⏻ `, serie: '&', folio: "'" },
  { receptor: publico, informacionGlobal: { periodicidad: '01', meses: '11', anio: 2026 } },
  {
    receptor: {
      ...{ ...publico, rfc: 'XEXX010101000', nombre: 'ACME & CO' },
      ...{ residenciaFiscal: 'USA', numRegIdTrib: '123456789' },
    },
  },
  { moneda: 'USD', tipoCambio: '18.9008', confirmacion: 'ECVH1', metodoPago: 'PPD', formaPago: '99' },
  {
    cfdiRelacionados: [
      { tipoRelacion: '04', uuids: [UUID] },
      { tipoRelacion: '07', uuids: [UUID, UUID.toLowerCase()] },
    ],
  },
  {
    conceptos: [
      concepto({
        ...{ descripcion: '\tÁrbol\r\nde  levas > 3" & <más>', noIdentificacion: '&<>"\'' },
        ...{ informacionAduanera: ['15  48  3009  0001234'], cuentaPredial: ['15956011002', 'A1'] },
        aCuentaTerceros: {
          ...{ rfc: 'CACX7605101P8', nombre: 'XOCHILT CASAS & CHAVEZ' },
          ...{ regimenFiscal: '612', domicilioFiscal: '36257' },
        },
        partes: [
          { claveProdServ: '60131324', cantidad: '1', descripcion: 'sin precio' },
          {
            ...{ claveProdServ: '60131324', cantidad: '0.333333', descripcion: 'con', valorUnitario: '10' },
            ...{ unidad: 'm', noIdentificacion: 'P', informacionAduanera: ['15  48  3009  0001235'] },
          },
        ],
      }),
      concepto({ objetoImp: '01', impuestos: [] }),
      concepto({ impuestosLocales: [{ nombre: 'I & "J"', tasa: '0.03', retencion: false }] }),
    ],
  },
];

(officialReady ? describe : describe.skip)(
  'what is written, read by the official schema and stylesheet',
  () => {
    const writeFile = createFileWriter();
    const files: string[] = [];
    const cadenas: string[] = [];
    const xmls: string[] = [];

    beforeAll(async () => {
      const random = fc
        .sample(fc.array(arbitraryLine(fc.boolean()), { minLength: 1, maxLength: 6 }), {
          numRuns: 40,
          seed: 40,
        })
        .map((conceptos) => ({ conceptos }));
      for (const [i, over] of [...curious, ...random].entries()) {
        const sealed = await sealComprobante(buildDocument(comprobante(over)), testCsd());
        const timbre = await buildTimbre(
          {
            uuid: UUID,
            fechaTimbrado: '2026-11-20T10:31:00',
            rfcProvCertif: 'SPR190613I52',
            selloCfd: sealed.sello,
          },
          testCsd(),
        );
        const xml = i % 2 ? sealed.xml : insertTimbre(sealed.xml, timbre);
        files.push(writeFile(xml));
        xmls.push(xml);
        cadenas.push(sealed.cadenaOriginal);
      }
    });

    it('is valid', () => {
      expect(findComplaints(files)).toEqual([]);
    });

    it('has the very cadena original that was signed', () => {
      expect(computeOfficialCadenas(CFDI_XSLT, files)).toBe(cadenas.join(''));
    });

    it('reads back to the same cadena, and obeys the matrix', () => {
      xmls.forEach((xml, i) => {
        const parsed = parseComprobante(xml);
        expect(parsed.ok && cadenaOriginalOf(parsed.value)).toEqual({ ok: true, value: cadenas[i] });
        expect(verify(xml)).toEqual([]);
      });
    });

    it('has the sello of its certificate, by openssl', () => {
      const script = join(MATERIAL, 'verify-cfdi.sh');
      const out = execFileSync('bash', [script, files[5] as string], { env: { ...process.env, LIGHT: '1' } });
      expect(out.toString()).toBe('XSD ok\nSELLO ok\nNoCertificado ok\n');
    });

    it('has a stamp with the cadena that its stylesheet makes', async () => {
      const timbre = await buildTimbre(
        {
          ...{ uuid: UUID, fechaTimbrado: '2026-11-20T10:31:00', rfcProvCertif: 'SPR190613I52' },
          ...{ leyenda: 'Timbre de  prueba, sin validez', selloCfd: 'abc=' },
        },
        testCsd(),
      );
      expect(computeOfficialCadenas(TFD_XSLT, [writeFile(timbreXml(timbre))])).toBe(cadenaTfd(timbre));
    });

    it('and documents of others have the cadena that we read in them', () => {
      const samples = readdirSync(join(MATERIAL, 'samples/cfdi')).filter((file) =>
        file.startsWith('ingreso'),
      );
      expect(samples.length).toBeGreaterThan(3);
      for (const sample of samples) {
        const file = join(MATERIAL, 'samples/cfdi', sample);
        const parsed = parseComprobante(readFileSync(file, 'utf8'));
        const cadena = parsed.ok && cadenaOriginalOf(parsed.value);
        expect(cadena).toEqual({ ok: true, value: computeOfficialCadenas(CFDI_XSLT, [file]) });
      }
    });
  },
);
