import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { clavesRetencion } from '#sat';
import { toComplemento } from '../schemas/write.js';
import { standardsFor } from '../schemas/standards/index.js';
import { findDefects } from '../schemas/check.js';
import { readRetencion } from '../reading/retencion.js';
import { verifyDocument } from '../reading/verify.js';
import type { XmlNode } from '../parsed.js';
import { testCsd, MATERIAL } from '../testing/certificates.js';
import { arbitraryElement, type Extension } from '../testing/arbitrary-nodes.js';
import {
  createFileWriter,
  computeOfficialCadenas,
  officialKeys,
  officialReady,
  findComplaints,
  RETENCIONES_XSLT,
  sayWhatIsMissing,
} from '../testing/official.js';
import { mustBuildRetencion, retencion, arbitraryRetencion } from '../testing/retenciones.js';
import { inputOfExample, retentionExamples } from '../testing/retention-examples.js';
import { insertTimbre } from '../timbre/insert.js';
import { buildTimbre } from '../timbre/timbre.js';
import { cadenaRetencion, retencionXml, sealRetencion } from './xml.js';

/** What is written of retentions, read by the tax authority's own schemas and stylesheet. */
sayWhatIsMissing('the check of retentions by the official schemas');

const { noCertificado, certificado } = testCsd();
const EVERY: Readonly<Record<Extension, number>> = { smallest: 1, largest: 1, any: 4 };
const base = mustBuildRetencion(retencion());
const standards = standardsFor('retenciones').map((standard) => [standard.prefix, standard] as const);

(officialReady ? describe : describe.skip)('retentions by the official schema and stylesheet', () => {
  const writeFile = createFileWriter();

  it.each(standards)(
    '%s: its table is what the schema takes and the stylesheet reads',
    (_prefix, standard) => {
      const nodes = (Object.keys(EVERY) as Extension[]).flatMap((extension) =>
        fc.sample<XmlNode>(arbitraryElement(standard.root, standard, extension, officialKeys), {
          numRuns: EVERY[extension],
          seed: 7,
        }),
      );
      const documents = nodes.map((node) => ({ ...base, complementos: [toComplemento(standard, node)] }));
      const files = documents.map((one) =>
        writeFile(retencionXml(one, { noCertificado, certificado, sello: 'QUJD' })),
      );
      for (const node of nodes) expect(findDefects(standard.root, node)).toEqual([]);
      expect(findComplaints(files)).toEqual([]);
      const cadenas = documents.map((one) => cadenaRetencion(one, noCertificado));
      expect(computeOfficialCadenas(RETENCIONES_XSLT, files)).toBe(cadenas.join(''));
    },
  );

  it('a complement of each kind, from its data, is what the schema takes and the stylesheet reads', () => {
    const documents = retentionExamples.map((example) => mustBuildRetencion(inputOfExample(example)));
    const files = documents.map((one) =>
      writeFile(retencionXml(one, { noCertificado, certificado, sello: 'QUJD' })),
    );
    expect(findComplaints(files)).toEqual([]);
    const cadenas = documents.map((one) => cadenaRetencion(one, noCertificado));
    expect(computeOfficialCadenas(RETENCIONES_XSLT, files)).toBe(cadenas.join(''));
  });

  describe('each key with its complement, smallest and fullest', () => {
    const made: { xml: string; timbrado: string; cadena: string; file: string }[] = [];
    beforeAll(async () => {
      for (const { key } of clavesRetencion.entries)
        for (const extension of ['smallest', 'largest'] as const) {
          const [input] = fc.sample(arbitraryRetencion(key, extension), { numRuns: 1, seed: Number(key) });
          const { xml, sello, cadenaOriginal } = await sealRetencion(
            mustBuildRetencion(input as NonNullable<typeof input>),
            testCsd(),
          );
          const timbre = await buildTimbre(
            {
              ...{ uuid: '5FB2822E-396D-4725-8521-CDC4BDD20CCF', fechaTimbrado: '2026-11-20T10:31:00' },
              ...{ rfcProvCertif: 'SPR190613I52', selloCfd: sello },
            },
            testCsd(),
          );
          const stampSeal = insertTimbre(xml, timbre);
          // The schema looks into the addenda, which a PAC leaves out.
          const file = writeFile(stampSeal.replace(/<retenciones:Addenda>.*<\/retenciones:Addenda>/s, ''));
          made.push({ xml, timbrado: stampSeal, cadena: cadenaOriginal, file });
        }
    });

    it('is valid, stamped', () => {
      expect(made.length).toBeGreaterThanOrEqual(40);
      expect(findComplaints(made.map(({ file }) => file))).toEqual([]);
    });

    it('has the very cadena original that was signed', () => {
      const files = made.map(({ file }) => file);
      expect(computeOfficialCadenas(RETENCIONES_XSLT, files)).toBe(made.map(({ cadena }) => cadena).join(''));
    });

    it('is verified by us and by openssl', () => {
      for (const { timbrado } of made)
        expect(verifyDocument(timbrado, { certificadoSat: certificado, autoridades: [certificado] })).toEqual(
          {
            ...{ sello: true, noCertificado: true, certificado: true },
            timbre: { selloCfd: true, selloSat: true },
          },
        );
      const script = join(MATERIAL, 'verify-cfdi.sh');
      const all = made.filter((_made, i) => i % 16 === 1);
      for (const { timbrado } of all) {
        const out = execFileSync('bash', [script, writeFile(timbrado)], {
          env: { ...process.env, LIGHT: '1' },
        });
        expect(out.toString()).toBe('XSD ok\nSELLO ok\nNoCertificado ok\n');
      }
    });

    it('reads back to what was built', () => {
      for (const { xml, timbrado } of made) {
        const [before, after] = [readRetencion(xml), readRetencion(timbrado)];
        if (!before.ok || !after.ok) throw new Error('not read');
        expect(after.value.retencion).toEqual(before.value.retencion);
        expect(retencionXml(before.value.retencion, before.value.sellado)).toBe(xml);
      }
    });
  });
});
