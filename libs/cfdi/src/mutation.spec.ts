import { describe, expect, it } from '@jest/globals';
import { cartaPorteFull } from './complementos/carta-porte/testing/index.js';
import { exportacionFull } from './complementos/comercio-exterior/testing/samples.js';
import { nominaComprobante, fullNomina } from './complementos/nomina/testing/nominas.js';
import { largestPago } from './complementos/pagos/testing/samples.js';
import type { Comprobante } from './comprobante.js';
import { verifyDocument } from './reading/verify.js';
import { sealRetencion } from './retenciones/xml.js';
import { sealComprobante, type Seal } from './sello/sello.js';
import { testCsd, makeCertificado } from './testing/certificates.js';
import { testComplemento } from './testing/complementos.js';
import { buildDocument } from './testing/build.js';
import { comprobante, concepto } from './testing/samples.js';
import { parseTree, writeXml, mutantsOf, nameOf, canRead, type Mutant } from './testing/mutations.js';
import { mustBuildRetencion, retencion } from './testing/retenciones.js';
import { insertTimbre } from './timbre/insert.js';
import { buildTimbre } from './timbre/timbre.js';

/** Signed documents with one thing changed, of everything that can be: verification notices it, or it is listed. */

const csd = testCsd();
const UUID = '5FB2822E-396D-4725-8521-CDC4BDD20CCF';

const verify = (xml: string): string =>
  JSON.stringify(verifyDocument(xml, { certificadoSat: csd.certificado, autoridades: [csd.certificado] }));
interface UnnoticedChange {
  /** What only the structure tells: the order of elements of different names. */
  readonly byStructure: string[];
  /** What nothing tells. */
  readonly byNothing: string[];
}

/** The changes of any signed document, by name, that its verification does not notice. */
function findUnnoticed(xml: string): UnnoticedChange {
  const root = parseTree(xml);
  const before = verify(xml);
  expect(before).not.toContain('false');
  expect(verify(writeXml(root))).toBe(before);
  const silentMutants = [...mutantsOf(root)].filter((mutant) => verify(writeXml(mutant.root)) === before);
  const namesOf = (list: readonly Mutant[]): string[] => [...new Set(list.map(nameOf))];
  return {
    byStructure: namesOf(silentMutants.filter((silent) => !canRead(silent))),
    byNothing: namesOf(silentMutants.filter(canRead)),
  };
}

async function stamp({ xml, sello }: Seal): Promise<string> {
  const timbre = await buildTimbre(
    {
      ...{ uuid: UUID, fechaTimbrado: '2026-11-20T10:31:00', rfcProvCertif: 'SPR190613I52' },
      ...{ leyenda: 'prueba', selloCfd: sello },
    },
    csd,
  );
  return insertTimbre(xml, timbre);
}

/** A comprobante of type I with every node of the standard. */
function isFull(): Comprobante {
  const iva = { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', retencion: false } as const;
  const base = buildDocument(
    comprobante({
      ...{ moneda: 'USD', tipoCambio: '18.5', confirmacion: 'ECVH1', condicionesDePago: 'Contado' },
      emisor: { ...comprobante().emisor, facAtrAdquirente: '0123456789' },
      receptor: {
        ...{ ...comprobante().receptor, rfc: 'XEXX010101000', nombre: 'ACME', domicilioFiscal: '06300' },
        ...{ regimenFiscal: '616', usoCfdi: 'S01', residenciaFiscal: 'USA', numRegIdTrib: '123456789' },
      },
      cfdiRelacionados: [
        { tipoRelacion: '01', uuids: [UUID, UUID.toLowerCase()] },
        { tipoRelacion: '07', uuids: [UUID] },
      ],
      conceptos: [
        concepto({
          ...{ noIdentificacion: 'A', descuento: '10', cuentaPredial: ['1', '2'] },
          informacionAduanera: ['15  48  3009  0001234', '15  48  3009  0001235'],
          impuestos: [
            iva,
            { impuesto: 'IEPS', tipoFactor: 'Tasa', tasa: '0.08', retencion: false },
            { impuesto: 'ISR', tipoFactor: 'Tasa', tasa: '0.1', retencion: true },
            { impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.106667', retencion: true },
          ],
          impuestosLocales: [
            { nombre: 'ISH', tasa: '0.03', retencion: false },
            { nombre: 'Cedular', tasa: '0.05', retencion: true },
          ],
          aCuentaTerceros: {
            ...{ rfc: 'CACX7605101P8', nombre: 'XOCHILT CASAS' },
            ...{ regimenFiscal: '612', domicilioFiscal: '36257' },
          },
          partes: ['a', 'b'].map((descripcion) => ({
            ...{ claveProdServ: '60131324', cantidad: '1', descripcion, valorUnitario: '10', unidad: 'm' },
            ...{ noIdentificacion: 'P', informacionAduanera: ['15  48  3009  0001235'] },
          })),
        }),
        concepto({ impuestos: [{ impuesto: 'IVA', tipoFactor: 'Exento', retencion: false }] }),
      ],
    }),
  );
  return {
    ...base,
    informacionGlobal: { periodicidad: '04', meses: '11', anio: 2026 },
    conceptos: base.conceptos.map((one, i) =>
      i > 0 ? one : { ...one, complemento: testComplemento('iedu', 'concepto') },
    ),
    complementos: [...base.complementos, testComplemento('leyendasFisc', 'comprobante')],
    addenda: '<mi:Nota xmlns:mi="urn:mi" a="1"/>',
  };
}

const swapsOf = (path: string, ...names: readonly string[]): string[] =>
  names.slice(1).map((name, i) => `intercambia ${path}/${names[i] ?? ''} ${name}`);
const CONCEPTO = 'Comprobante/Conceptos/Concepto';

describe('a signed document with one thing changed', () => {
  it('of type I with every node: only the order of elements of different names is not signed', async () => {
    const { byStructure, byNothing } = findUnnoticed(await stamp(await sealComprobante(isFull(), csd)));
    expect(byStructure.sort()).toEqual(
      [
        ...swapsOf('Comprobante', 'InformacionGlobal', 'CfdiRelacionados', 'Emisor', 'Receptor'),
        ...swapsOf('Comprobante', 'Receptor', 'Conceptos', 'Impuestos', 'Complemento', 'Addenda'),
        'repite Comprobante/Addenda',
        ...swapsOf(CONCEPTO, 'Impuestos', 'ACuentaTerceros', 'InformacionAduanera', 'CuentaPredial'),
        ...swapsOf(CONCEPTO, 'CuentaPredial', 'ComplementoConcepto', 'Parte'),
        ...swapsOf(`${CONCEPTO}/Impuestos`, 'Traslados', 'Retenciones'),
        ...swapsOf('Comprobante/Impuestos', 'Retenciones', 'Traslados'),
        ...swapsOf('Comprobante/Complemento/ImpuestosLocales', 'RetencionesLocales', 'TrasladosLocales'),
      ].sort(),
    );
    expect(byNothing.sort()).toEqual([
      // The stamp comes after the signature, and may be anywhere in the Complemento.
      'intercambia Comprobante/Complemento/LeyendasFiscales TimbreFiscalDigital',
      'quita Comprobante/Addenda',
    ]);
  });

  it('of retentions: the same', async () => {
    const input = retencion({
      ...{ folioInt: 'A1', descRetenc: 'x', relacionado: { tipoRelacion: '04', uuid: UUID } },
      receptor: {
        ...{ nacionalidad: 'Nacional', rfc: 'CACX7605101P8', nombre: 'XOCHILT CASAS' },
        ...{ curp: 'CACX760510MDFSHC05', domicilioFiscal: '36257' },
      },
    });
    const built = {
      ...mustBuildRetencion(input),
      complementos: [testComplemento('dividendos', 'retenciones')],
    };
    const { byStructure, byNothing } = findUnnoticed(await stamp(await sealRetencion(built, csd)));
    expect(byStructure.sort()).toEqual(
      [
        ...swapsOf('Retenciones', 'CfdiRetenRelacionados', 'Emisor', 'Receptor', 'Periodo'),
        ...swapsOf('Retenciones', 'Periodo', 'Totales', 'Complemento'),
        ...swapsOf('Retenciones/Complemento/Dividendos', 'DividOUtil', 'Remanente'),
      ].sort(),
    );
    expect(byNothing).toEqual(['intercambia Retenciones/Complemento/Dividendos TimbreFiscalDigital']);
  });

  it.each([
    ['P', largestPago()],
    ['N', nominaComprobante(fullNomina)],
    ['T', cartaPorteFull('01', 'T')],
    ['I', exportacionFull()],
  ])('of type %s, built with its complement', async (_type, input) => {
    const { byStructure, byNothing } = findUnnoticed(
      await stamp(await sealComprobante(buildDocument(input), csd)),
    );
    expect(byStructure.filter((name) => !/^intercambia .*\/(\w+) (?!\1$)\w+$/.test(name))).toEqual([]);
    expect(byNothing.filter((name) => !/^intercambia .* TimbreFiscalDigital$/.test(name))).toEqual([]);
  });

  it('every character of the sello, and any of the certificate', async () => {
    const { xml, sello } = await sealComprobante(buildDocument(comprobante()), csd);
    const before = verify(xml);
    const changes = (text: string, i: number): string =>
      `${text.slice(0, i)}${text[i] === 'A' ? 'B' : 'A'}${text.slice(i + 1)}`;
    for (const [value, step] of [
      [sello, 1],
      [csd.certificado, 5],
    ] as const)
      for (let i = 0; i < value.length; i += step)
        if (verify(xml.replace(value, changes(value, i))) === before) throw new Error(`character ${i}`);
    expect(verify(xml.replace('/cfd/4"', '/cfd/3"'))).not.toBe(before);
  });

  it('but not what is no value: addresses of schemas, prefixes, white space, the addenda', async () => {
    const xml = await stamp(await sealComprobante(isFull(), csd));
    const before = verify(xml);
    for (const other of [
      xml.replace(/xsi:schemaLocation="[^"]+"/g, 'xsi:schemaLocation="a b"'),
      xml.replace(/ xsi:schemaLocation="[^"]+"/g, ''),
      xml.replaceAll('cfdi:', 'x:').replace('xmlns:cfdi', 'xmlns:x'),
      xml.replaceAll('><', '>\n\t<'),
      xml.replace('Descripcion="Ukelele"', "Descripcion = ' Ukelele  '"),
      xml.replace('<mi:Nota xmlns:mi="urn:mi" a="1"/>', '<otra/>'),
    ]) {
      expect(other).not.toBe(xml);
      expect(verify(other)).toBe(before);
    }
  });

  it('and a stamp is verified by the certificate that it names only', async () => {
    const xml = await stamp(await sealComprobante(buildDocument(comprobante()), csd));
    expect(verifyDocument(xml)).toEqual({
      ...{ sello: true, noCertificado: true },
      timbre: { selloCfd: true, selloSat: 'sin certificado' },
    });
    const other = makeCertificado({ number: '30001000000500000001' }).cer;
    expect(verifyDocument(xml, { certificadoSat: other, autoridades: [other, 'x'] })).toEqual({
      ...{ sello: true, noCertificado: true, certificado: false },
      timbre: { selloCfd: true, selloSat: false },
    });
    expect(verifyDocument('<a/>')).toMatchObject({ sello: false, noCertificado: false, motivo: {} });
  });
});
