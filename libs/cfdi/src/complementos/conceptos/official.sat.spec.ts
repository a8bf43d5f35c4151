import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { cadenaOriginal } from '../../document/cadena.js';
import { comprobanteXml } from '../../document/xml.js';
import { iedu } from '../../schemas/standards/conceptos/iedu.js';
import { findDefects } from '../../schemas/check.js';
import { parseComprobante } from '../../reading/comprobante.js';
import { testCsd, MATERIAL } from '../../testing/certificates.js';
import { buildDocument } from '../../testing/build.js';
import { comprobante, concepto } from '../../testing/samples.js';
import {
  createFileWriter,
  computeOfficialCadenas,
  CFDI_XSLT,
  officialReady,
  findComplaints,
  sayWhatIsMissing,
} from '../../testing/official.js';
import { fullDocuments, withArbitraryComplementos, minimalDocuments } from './testing/samples.js';

sayWhatIsMissing('complements of lines, legends and XML by the official schema and stylesheet');

/** The caller's XML, with prefixes of its own. */
const foreign = [
  comprobante({
    espacios: [
      { prefijo: 'l', uri: 'http://www.sat.gob.mx/leyendasFiscales', esquema: 'http://a.example/b.xsd' },
    ],
    complementos: [
      {
        tipo: 'xml',
        xml: '<?xml version="1.0"?><l:LeyendasFiscales version="1.0">\n<l:Leyenda textoLeyenda=" a  &lt;b&gt; "/></l:LeyendasFiscales>',
      },
    ],
  }),
  comprobante({
    conceptos: [
      concepto({
        complemento: {
          tipo: 'xml',
          xml: '<VentaVehiculos xmlns="http://www.sat.gob.mx/ventavehiculos" Niv="1" ClaveVehicular="2" version="1.1"><InformacionAduanera numero="1" fecha="2026-01-31"/></VentaVehiculos>',
        },
      }),
    ],
    complementos: [
      {
        tipo: 'xml',
        xml: '<d:Donatarias xmlns:d="http://www.sat.gob.mx/donat" version="1.1" noAutorizacion="1" fechaAutorizacion="2026-01-31" leyenda="x"/>',
      },
    ],
  }),
];
const entries = [
  ...minimalDocuments(),
  ...fullDocuments(),
  ...foreign,
  ...fc.sample(withArbitraryComplementos, { numRuns: 30, seed: 10 }),
];

(officialReady ? describe : describe.skip)('complements by the official schema and stylesheet', () => {
  const writeFile = createFileWriter();

  it('are valid, and have the cadena of the stylesheet', () => {
    const { noCertificado, certificado } = testCsd();
    const comprobantes = entries.map(buildDocument);
    const files = comprobantes.map((c) =>
      writeFile(comprobanteXml(c, { noCertificado, certificado, sello: 'QUJD' })),
    );
    expect(findComplaints(files)).toEqual([]);
    const ours = comprobantes.map((c) => cadenaOriginal(c, noCertificado));
    expect(computeOfficialCadenas(CFDI_XSLT, files)).toBe(ours.join(''));
  });

  it('an addenda is no part of what is signed, and leaves the document well-formed', () => {
    const { noCertificado, certificado } = testCsd();
    const c = buildDocument(
      comprobante({
        addenda: '<t:a><![CDATA[<]]>&amp;<!-- x --></t:a><b/>',
        espacios: [{ prefijo: 't', uri: 'urn:t', esquema: 'https://t.example/t.xsd' }],
      }),
    );
    const file = writeFile(comprobanteXml(c, { noCertificado, certificado, sello: 'QUJD' }));
    expect(computeOfficialCadenas(CFDI_XSLT, [file])).toBe(cadenaOriginal(c, noCertificado));
  });

  it('the public sample of iedu has the structure of the table', () => {
    const parsed = parseComprobante(readFileSync(join(MATERIAL, 'samples/cfdi/iedu-sin-sello.xml'), 'utf8'));
    if (!parsed.ok) throw new Error('it cannot be read');
    const [node] = parsed.value.conceptos.flatMap(({ node: line }) =>
      line.children.filter(({ name }) => name === 'ComplementoConcepto').flatMap(({ children }) => children),
    );
    if (!node) throw new Error('it has no complement');
    expect(findDefects(iedu.root, node)).toEqual([]);
  });
});
