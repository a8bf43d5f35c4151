import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Comprobante } from '../comprobante.js';
import { cadenaOriginal } from '../document/cadena.js';
import { comprobanteXml } from '../document/xml.js';
import type { XmlNode } from '../parsed.js';
import { testCsd } from '../testing/certificates.js';
import { ownKeys, NEWER } from '../testing/keys.js';
import { buildDocument } from '../testing/build.js';
import { arbitraryElement, type Extension } from '../testing/arbitrary-nodes.js';
import { comprobante } from '../testing/samples.js';
import {
  createFileWriter,
  computeOfficialCadenas,
  CFDI_XSLT,
  officialKeys,
  officialReady,
  findComplaints,
  sayWhatIsMissing,
} from '../testing/official.js';
import { toComplemento } from './write.js';
import { standardsFor } from './standards/index.js';
import type { KeyName } from './keys.js';
import type { ElementSchema, Standard } from './schema.js';
import { findDefects } from './check.js';

/** Every table, held against the official schema and stylesheet by elements that are made from the table alone. */
sayWhatIsMissing('the check of every standard by the official schemas');

const { noCertificado, certificado } = testCsd();
const EVERY: Readonly<Record<Extension, number>> = { smallest: 1, largest: 1, any: 4 };
const base = buildDocument(comprobante());

interface WrittenDocument {
  readonly node: XmlNode;
  readonly xml: string;
  readonly cadena: string;
}

function write(standard: Standard, node: XmlNode, destination: 'comprobante' | 'concepto'): WrittenDocument {
  const complemento = toComplemento(standard, node);
  const c: Comprobante =
    destination === 'comprobante'
      ? { ...base, complementos: [complemento] }
      : { ...base, conceptos: base.conceptos.map((concepto) => ({ ...concepto, complemento })) };
  const seals = { noCertificado, certificado, sello: 'QUJD' };
  return { node, xml: comprobanteXml(c, seals), cadena: cadenaOriginal(c, noCertificado) };
}

const cases = (['comprobante', 'concepto'] as const).flatMap((destination) =>
  standardsFor(destination).map((standard) => [standard.prefix, standard, destination] as const),
);

/** The catalogues that an element and its children name. */
const cataloguesOf = ({ attributes, children, text }: ElementSchema): readonly KeyName[] => [
  ...[...attributes.values()].flatMap(({ type }) => type.catalogue ?? []),
  ...children.flatMap(({ element }) => cataloguesOf(element)),
  ...(text?.catalogue ? [text.catalogue] : []),
];

(officialReady ? describe : describe.skip)(
  "the keys that test documents take from the project's tables",
  () => {
    const all = (['comprobante', 'concepto', 'retenciones'] as const).flatMap((destination) =>
      standardsFor(destination).map((standard) => [standard.prefix, standard] as const),
    );

    it.each(all)('%s: are in the schema', (_prefix, standard) => {
      for (const catalogue of new Set(cataloguesOf(standard.root))) {
        const [own, official] = [ownKeys(catalogue, standard), officialKeys(catalogue, standard)];
        // Keys of which there are none on one side have a form only.
        if (official.length > 0)
          expect([catalogue, own.length > 0, own.filter((key) => !official.includes(key))]).toEqual([
            ...[catalogue, true, []],
          ]);
        expect((NEWER[catalogue] ?? []).filter((key) => official.includes(key))).toEqual([]);
      }
    });
  },
);

(officialReady ? describe : describe.skip)('the table of each standard', () => {
  const writeFile = createFileWriter();
  const documents = new Map<string, { readonly written: WrittenDocument[]; readonly files: string[] }>();
  let all: string[] = [];

  beforeAll(() => {
    for (const [prefix, standard, destination] of cases) {
      const written = (Object.keys(EVERY) as Extension[]).flatMap((extension) =>
        fc
          .sample(arbitraryElement(standard.root, standard, extension, officialKeys), {
            numRuns: EVERY[extension],
            seed: 7,
          })
          .map((node) => write(standard, node, destination)),
      );
      documents.set(prefix, { written, files: written.map(({ xml }) => writeFile(xml)) });
    }
    all = findComplaints([...documents.values()].flatMap(({ files }) => files));
  });

  it.each(cases)('%s: what it lets pass, the schema takes', (prefix, { root }) => {
    const { written, files } = documents.get(prefix) as { written: WrittenDocument[]; files: string[] };
    for (const { node } of written) expect(findDefects(root, node)).toEqual([]);
    expect(all.filter((line) => files.some((file) => line.includes(file)))).toEqual([]);
  });

  it.each(cases)("%s: its cadena original is the stylesheet's", (prefix) => {
    const { written, files } = documents.get(prefix) as { written: WrittenDocument[]; files: string[] };
    const cadenas = written.map(({ cadena }) => cadena);
    expect(files.map((file) => computeOfficialCadenas(CFDI_XSLT, [file]))).toEqual(cadenas);
  });
});
