import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { cadenaOriginal } from '../../documento/cadena.js';
import { comprobanteXml } from '../../documento/xml.js';
import { iedu } from '../../formas/estandares/conceptos/iedu.js';
import { defectosDe } from '../../formas/revisar.js';
import { parseComprobante } from '../../lectura/comprobante.js';
import { csdDePrueba, MATERIAL } from '../../testing/certificados.js';
import { construir } from '../../testing/construir.js';
import { comprobante, concepto } from '../../testing/muestras.js';
import {
  archivador,
  cadenasOficiales,
  CFDI_XSLT,
  oficialReady,
  quejas,
  sayWhatIsMissing,
} from '../../testing/oficial.js';
import { completas, conComplementosArbitrarios, minimas } from './testing/muestras.js';

sayWhatIsMissing('complements of lines, legends and XML by the official schema and stylesheet');

/** The caller's XML, with prefixes of its own. */
const ajenos = [
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
const entradas = [
  ...minimas(),
  ...completas(),
  ...ajenos,
  ...fc.sample(conComplementosArbitrarios, { numRuns: 30, seed: 10 }),
];

(oficialReady ? describe : describe.skip)('complements by the official schema and stylesheet', () => {
  const archivo = archivador();

  it('are valid, and have the cadena of the stylesheet', () => {
    const { noCertificado, certificado } = csdDePrueba();
    const comprobantes = entradas.map(construir);
    const files = comprobantes.map((c) =>
      archivo(comprobanteXml(c, { noCertificado, certificado, sello: 'QUJD' })),
    );
    expect(quejas(files)).toEqual([]);
    const nuestras = comprobantes.map((c) => cadenaOriginal(c, noCertificado));
    expect(cadenasOficiales(CFDI_XSLT, files)).toBe(nuestras.join(''));
  });

  it('an addenda is no part of what is signed, and leaves the document well-formed', () => {
    const { noCertificado, certificado } = csdDePrueba();
    const c = construir(
      comprobante({
        addenda: '<t:a><![CDATA[<]]>&amp;<!-- x --></t:a><b/>',
        espacios: [{ prefijo: 't', uri: 'urn:t', esquema: 'https://t.example/t.xsd' }],
      }),
    );
    const file = archivo(comprobanteXml(c, { noCertificado, certificado, sello: 'QUJD' }));
    expect(cadenasOficiales(CFDI_XSLT, [file])).toBe(cadenaOriginal(c, noCertificado));
  });

  it('the public sample of iedu has the structure of the table', () => {
    const leido = parseComprobante(readFileSync(join(MATERIAL, 'samples/cfdi/iedu-sin-sello.xml'), 'utf8'));
    if (!leido.ok) throw new Error('it cannot be read');
    const [nodo] = leido.value.conceptos.flatMap(({ nodo: linea }) =>
      linea.hijos.filter(({ nombre }) => nombre === 'ComplementoConcepto').flatMap(({ hijos }) => hijos),
    );
    if (!nodo) throw new Error('it has no complement');
    expect(defectosDe(iedu.raiz, nodo)).toEqual([]);
  });
});
