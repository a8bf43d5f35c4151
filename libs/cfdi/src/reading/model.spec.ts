import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Comprobante } from '../comprobante.js';
import { comprobanteXml } from '../document/xml.js';
import { toComplemento } from '../schemas/write.js';
import { standardsFor } from '../schemas/standards/index.js';
import type { ComprobanteInput } from '../input.js';
import { retencionXml } from '../retenciones/xml.js';
import { sealComprobante } from '../sello/sello.js';
import { arbitraryLine } from '../testing/arbitrary.js';
import { testCsd } from '../testing/certificates.js';
import { buildDocument } from '../testing/build.js';
import { arbitraryElement } from '../testing/arbitrary-nodes.js';
import { comprobante, concepto } from '../testing/samples.js';
import { mustBuildRetencion, retencion } from '../testing/retenciones.js';
import { insertTimbre } from '../timbre/insert.js';
import { buildTimbre } from '../timbre/timbre.js';
import { readComprobante } from './model.js';
import { readRetencion } from './retencion.js';
import { verifyDocument } from './verify.js';

const SEALS = { noCertificado: '3'.repeat(20), certificado: 'QUJD', sello: 'QUJD' };
const read = (xml: string) => {
  const read = readComprobante(xml);
  if (!read.ok) throw new Error(JSON.stringify(read.refusal.details));
  return read.value;
};
const idaYVuelta = (c: Comprobante): void =>
  expect(read(comprobanteXml(c, SEALS))).toEqual({ comprobante: c, sellado: SEALS });

const UUID = '5FB2822E-396D-4725-8521-CDC4BDD20CCF';
const text = fc.constantFrom('A', 'a & b', '<c> "d"', "o'e", '  ñ \t\n 😀 ', 'x'.repeat(20));
const { emisor, receptor } = comprobante();
const generic = { ...receptor, domicilioFiscal: '06300', regimenFiscal: '616', usoCfdi: 'S01' };
const header: fc.Arbitrary<Partial<ComprobanteInput>> = fc
  .record(
    {
      ...{ serie: text, folio: text, condicionesDePago: text, confirmacion: fc.constant('ECVH1') },
      ...{ pago: fc.constantFrom(['03', 'PUE'] as const, ['99', 'PPD'] as const) },
      ...{ moneda: fc.constantFrom('MXN', 'USD'), exportacion: fc.constantFrom('01', '03', '04') },
      cfdiRelacionados: fc.array(
        fc.record({
          tipoRelacion: fc.constantFrom('01', '04', '07'),
          uuids: fc.array(fc.constantFrom(UUID, UUID.toLowerCase()), { minLength: 1, maxLength: 3 }),
        }),
        { maxLength: 2 },
      ),
      emisor: fc.constant({ ...emisor, facAtrAdquirente: '0123456789' }),
      quien: fc.constantFrom(
        {
          receptor: {
            ...generic,
            rfc: 'XEXX010101000',
            nombre: 'ACME',
            residenciaFiscal: 'USA',
            numRegIdTrib: '123456789',
          },
        },
        {
          receptor: { ...generic, rfc: 'XAXX010101000', nombre: 'PUBLICO EN GENERAL' },
          informacionGlobal: { periodicidad: '04', meses: '11', anio: 2026 },
        },
      ),
    },
    { requiredKeys: ['pago', 'moneda'] },
  )
  .map(({ pago: [formaPago, metodoPago], quien, moneda, ...rest }) => ({
    ...rest,
    ...quien,
    ...{ formaPago, metodoPago, moneda, ...(moneda === 'USD' && { tipoCambio: '18.5' }) },
  }));
const line = fc
  .tuple(
    arbitraryLine(fc.boolean()),
    fc.record(
      {
        ...{ noIdentificacion: text, unidad: text, descripcion: text },
        ...{ informacionAduanera: fc.constant(['15  48  3009  0001234', '15  48  3009  0001235']) },
        cuentaPredial: fc.constant(['15956011002', 'A1']),
        aCuentaTerceros: fc.constant({
          ...{ rfc: 'CACX7605101P8', nombre: 'XOCHILT & CASAS' },
          ...{ regimenFiscal: '612', domicilioFiscal: '36257' },
        }),
        partes: fc.constant([
          { claveProdServ: '60131324', cantidad: '1', descripcion: 'sin precio' },
          {
            ...{ claveProdServ: '60131324', cantidad: '0.5', descripcion: 'con', valorUnitario: '10' },
            ...{ unidad: 'm', noIdentificacion: 'P', informacionAduanera: ['15  48  3009  0001235'] },
          },
        ]),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([base, over]) => ({ ...base, ...over }));

describe('a comprobante is read into the model it was built from', () => {
  it('with any header and any lines, of types I and E', () => {
    fc.assert(
      fc.property(
        ...([header, fc.array(line, { minLength: 1, maxLength: 4 }), fc.constantFrom('I', 'E')] as const),
        (over, conceptos, type) =>
          idaYVuelta({ ...buildDocument(comprobante({ ...over, conceptos })), tipo: type }),
      ),
      { numRuns: 150, seed: 12 },
    );
  });

  const base = buildDocument(comprobante());
  const cases = (['comprobante', 'concepto'] as const).flatMap((destination) =>
    standardsFor(destination)
      .filter(({ prefix }) => prefix !== 'implocal')
      .map((standard) => [standard.prefix, standard, destination] as const),
  );
  it.each(cases)('with the complement %s', (_prefix, standard, destination) => {
    const nodes = fc.sample(arbitraryElement(standard.root, standard, 'any'), {
      numRuns: 3,
      seed: 4,
    });
    for (const node of nodes) {
      const complemento = toComplemento(standard, node);
      if (destination === 'comprobante') idaYVuelta({ ...base, complementos: [complemento, complemento] });
      else idaYVuelta({ ...base, conceptos: base.conceptos.map((one) => ({ ...one, complemento })) });
    }
  });

  it('with local taxes, which are a complement and amounts', () => {
    const locales = [
      { nombre: 'I & "J"', tasa: '0.03', retencion: false },
      { nombre: 'Cedular', tasa: '0.05', retencion: true },
    ];
    const c = buildDocument(comprobante({ conceptos: [concepto({ impuestosLocales: locales })] }));
    expect(c.impuestosLocales).toBeDefined();
    idaYVuelta(c);
  });

  it('with an addenda as it stands, and the namespaces that the root declares for it', () => {
    const namespaces = [{ prefijo: 'mi', uri: 'urn:mi?a=1&b=2', esquema: 'http://mi/x.xsd' }];
    for (const addenda of [
      "<mi:A b='\"'>\r\n <![CDATA[<cfdi:Addenda>]]><!-- x --><Addenda/></mi:A>",
      '<a/>\n<b/>',
      '',
    ])
      idaYVuelta({ ...base, addenda, espacios: namespaces });
    idaYVuelta({ ...base, addenda: '<a/>', espacios: [] });
    const empty = comprobanteXml(base, SEALS).replace('</cfdi:Comprobante>', '<cfdi:Addenda/>$&');
    expect(read(empty).comprobante.addenda).toBe('');
  });

  it('or is refused, whatever was done to its text', () => {
    const xmls = [
      comprobanteXml({ ...base, addenda: '<a/>' }, SEALS),
      retencionXml(mustBuildRetencion(retencion()), SEALS),
    ];
    fc.assert(
      fc.property(
        ...([fc.constantFrom(...xmls), fc.nat(2000), fc.nat(60), fc.nat(2000), fc.string()] as const),
        (xml, desde, count, hacia, newValue) => {
          const piece = xml.slice(desde, desde + count);
          const without = xml.slice(0, desde) + newValue + xml.slice(desde + count);
          const other = without.slice(0, hacia) + piece + without.slice(hacia);
          for (const readNode of [readComprobante, readRetencion]) {
            const read = readNode(other);
            if (!read.ok) expect(read.refusal.details?.length).toBeGreaterThan(0);
          }
          expect(typeof verifyDocument(other).sello).toBe('boolean');
        },
      ),
      { numRuns: 300, seed: 8 },
    );
  });

  it('with its stamp, in whatever form it is written', async () => {
    const { xml, sello } = await sealComprobante(base, testCsd());
    const timbre = await buildTimbre(
      {
        ...{ uuid: UUID, fechaTimbrado: '2026-11-20T10:31:00', rfcProvCertif: 'SPR190613I52' },
        ...{ leyenda: 'prueba', selloCfd: sello },
      },
      testCsd(),
    );
    const { noCertificado, certificado } = testCsd();
    const stamped = insertTimbre(xml, timbre);
    const expected = { comprobante: base, sellado: { noCertificado, certificado, sello }, timbre };
    expect(read(stamped)).toEqual(expected);
    const other = stamped
      .replaceAll('cfdi:', 'x:')
      .replace('xmlns:cfdi', 'xmlns:x')
      .replaceAll('><', '>\n\t<')
      .replace('Descripcion="Ukelele"', 'Descripcion=" Ukelele\n"');
    expect(read(other)).toEqual(expected);
  });

  it.each([
    ['no CFDI', '<a/>', 'xml invalid_format'],
    [
      'a structure that does not hold',
      comprobanteXml(base, SEALS).replace(' Total="116.00"', ''),
      'Comprobante.Total required',
    ],
    [
      'no known type',
      comprobanteXml(base, SEALS).replace('Comprobante="I"', 'Comprobante="X"'),
      'Comprobante.TipoDeComprobante invalid_value',
    ],
    [
      'a complement that no table knows',
      comprobanteXml(
        {
          ...base,
          complementos: [{ prefijo: 'z', espacio: 'urn:z', esquema: 'urn:z', xml: '<z:Z/>', cadena: '' }],
        },
        SEALS,
      ),
      'xml.Z invalid_value',
    ],
    [
      'two complements of a line',
      comprobanteXml(base, SEALS).replace(
        '</cfdi:Concepto>',
        '<cfdi:ComplementoConcepto><a/><b/></cfdi:ComplementoConcepto></cfdi:Concepto>',
      ),
      'xml.ComplementoConcepto invalid_length',
    ],
  ])('refuses %s', (_what, xml, expected) => {
    const read = readComprobante(xml);
    const said = read.ok ? [] : (read.refusal.details ?? []).map(({ path, code }) => `${path} ${code}`);
    expect(said).toEqual([expected]);
  });
});
