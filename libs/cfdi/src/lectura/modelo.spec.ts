import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Comprobante } from '../comprobante.js';
import { comprobanteXml } from '../documento/xml.js';
import { complementoDe } from '../formas/escribir.js';
import { estandaresDe } from '../formas/estandares/index.js';
import type { ComprobanteInput } from '../input.js';
import { retencionXml } from '../retenciones/xml.js';
import { sealComprobante } from '../sello/sello.js';
import { lineaArbitraria } from '../testing/arbitrarios.js';
import { csdDePrueba } from '../testing/certificados.js';
import { construir } from '../testing/construir.js';
import { elementoArbitrario } from '../testing/formas-arbitrarias.js';
import { comprobante, concepto } from '../testing/muestras.js';
import { construirRetencion, retencion } from '../testing/retenciones.js';
import { insertTimbre } from '../timbre/insert.js';
import { buildTimbre } from '../timbre/timbre.js';
import { leerComprobante } from './modelo.js';
import { leerRetencion } from './retencion.js';
import { verificarDocumento } from './verificar.js';

const SELLADO = { noCertificado: '3'.repeat(20), certificado: 'QUJD', sello: 'QUJD' };
const leido = (xml: string) => {
  const read = leerComprobante(xml);
  if (!read.ok) throw new Error(JSON.stringify(read.refusal.details));
  return read.value;
};
const idaYVuelta = (c: Comprobante): void =>
  expect(leido(comprobanteXml(c, SELLADO))).toEqual({ comprobante: c, sellado: SELLADO });

const UUID = '5FB2822E-396D-4725-8521-CDC4BDD20CCF';
const texto = fc.constantFrom('A', 'a & b', '<c> "d"', "o'e", '  ñ \t\n 😀 ', 'x'.repeat(20));
const { emisor, receptor } = comprobante();
const generico = { ...receptor, domicilioFiscal: '06300', regimenFiscal: '616', usoCfdi: 'S01' };
const encabezado: fc.Arbitrary<Partial<ComprobanteInput>> = fc
  .record(
    {
      ...{ serie: texto, folio: texto, condicionesDePago: texto, confirmacion: fc.constant('ECVH1') },
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
            ...generico,
            rfc: 'XEXX010101000',
            nombre: 'ACME',
            residenciaFiscal: 'USA',
            numRegIdTrib: '123456789',
          },
        },
        {
          receptor: { ...generico, rfc: 'XAXX010101000', nombre: 'PUBLICO EN GENERAL' },
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
const linea = fc
  .tuple(
    lineaArbitraria(fc.boolean()),
    fc.record(
      {
        ...{ noIdentificacion: texto, unidad: texto, descripcion: texto },
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
        ...([
          encabezado,
          fc.array(linea, { minLength: 1, maxLength: 4 }),
          fc.constantFrom('I', 'E'),
        ] as const),
        (over, conceptos, tipo) =>
          idaYVuelta({ ...construir(comprobante({ ...over, conceptos })), tipo: tipo }),
      ),
      { numRuns: 150, seed: 12 },
    );
  });

  const base = construir(comprobante());
  const casos = (['comprobante', 'concepto'] as const).flatMap((destino) =>
    estandaresDe(destino)
      .filter(({ prefijo }) => prefijo !== 'implocal')
      .map((estandar) => [estandar.prefijo, estandar, destino] as const),
  );
  it.each(casos)('with the complement %s', (_prefijo, estandar, destino) => {
    const nodos = fc.sample(elementoArbitrario(estandar.raiz, estandar, 'cualquiera'), {
      numRuns: 3,
      seed: 4,
    });
    for (const nodo of nodos) {
      const complemento = complementoDe(estandar, nodo);
      if (destino === 'comprobante') idaYVuelta({ ...base, complementos: [complemento, complemento] });
      else idaYVuelta({ ...base, conceptos: base.conceptos.map((uno) => ({ ...uno, complemento })) });
    }
  });

  it('with local taxes, which are a complement and amounts', () => {
    const locales = [
      { nombre: 'I & "J"', tasa: '0.03', retencion: false },
      { nombre: 'Cedular', tasa: '0.05', retencion: true },
    ];
    const c = construir(comprobante({ conceptos: [concepto({ impuestosLocales: locales })] }));
    expect(c.impuestosLocales).toBeDefined();
    idaYVuelta(c);
  });

  it('with an addenda as it stands, and the namespaces that the root declares for it', () => {
    const espacios = [{ prefijo: 'mi', uri: 'urn:mi?a=1&b=2', esquema: 'http://mi/x.xsd' }];
    for (const addenda of [
      "<mi:A b='\"'>\r\n <![CDATA[<cfdi:Addenda>]]><!-- x --><Addenda/></mi:A>",
      '<a/>\n<b/>',
      '',
    ])
      idaYVuelta({ ...base, addenda, espacios });
    idaYVuelta({ ...base, addenda: '<a/>', espacios: [] });
    const vacia = comprobanteXml(base, SELLADO).replace('</cfdi:Comprobante>', '<cfdi:Addenda/>$&');
    expect(leido(vacia).comprobante.addenda).toBe('');
  });

  it('or is refused, whatever was done to its text', () => {
    const xmls = [
      comprobanteXml({ ...base, addenda: '<a/>' }, SELLADO),
      retencionXml(construirRetencion(retencion()), SELLADO),
    ];
    fc.assert(
      fc.property(
        ...([fc.constantFrom(...xmls), fc.nat(2000), fc.nat(60), fc.nat(2000), fc.string()] as const),
        (xml, desde, cuantos, hacia, nuevo) => {
          const trozo = xml.slice(desde, desde + cuantos);
          const sin = xml.slice(0, desde) + nuevo + xml.slice(desde + cuantos);
          const otro = sin.slice(0, hacia) + trozo + sin.slice(hacia);
          for (const leer of [leerComprobante, leerRetencion]) {
            const read = leer(otro);
            if (!read.ok) expect(read.refusal.details?.length).toBeGreaterThan(0);
          }
          expect(typeof verificarDocumento(otro).sello).toBe('boolean');
        },
      ),
      { numRuns: 300, seed: 8 },
    );
  });

  it('with its stamp, in whatever form it is written', async () => {
    const { xml, sello } = await sealComprobante(base, csdDePrueba());
    const timbre = await buildTimbre(
      {
        ...{ uuid: UUID, fechaTimbrado: '2026-11-20T10:31:00', rfcProvCertif: 'SPR190613I52' },
        ...{ leyenda: 'prueba', selloCfd: sello },
      },
      csdDePrueba(),
    );
    const { noCertificado, certificado } = csdDePrueba();
    const stamped = insertTimbre(xml, timbre);
    const esperado = { comprobante: base, sellado: { noCertificado, certificado, sello }, timbre };
    expect(leido(stamped)).toEqual(esperado);
    const otro = stamped
      .replaceAll('cfdi:', 'x:')
      .replace('xmlns:cfdi', 'xmlns:x')
      .replaceAll('><', '>\n\t<')
      .replace('Descripcion="Ukelele"', 'Descripcion=" Ukelele\n"');
    expect(leido(otro)).toEqual(esperado);
  });

  it.each([
    ['no CFDI', '<a/>', 'xml invalid_format'],
    [
      'a structure that does not hold',
      comprobanteXml(base, SELLADO).replace(' Total="116.00"', ''),
      'Comprobante.Total required',
    ],
    [
      'no known type',
      comprobanteXml(base, SELLADO).replace('Comprobante="I"', 'Comprobante="X"'),
      'Comprobante.TipoDeComprobante invalid_value',
    ],
    [
      'a complement that no table knows',
      comprobanteXml(
        {
          ...base,
          complementos: [{ prefijo: 'z', espacio: 'urn:z', esquema: 'urn:z', xml: '<z:Z/>', cadena: '' }],
        },
        SELLADO,
      ),
      'xml.Z invalid_value',
    ],
    [
      'two complements of a line',
      comprobanteXml(base, SELLADO).replace(
        '</cfdi:Concepto>',
        '<cfdi:ComplementoConcepto><a/><b/></cfdi:ComplementoConcepto></cfdi:Concepto>',
      ),
      'xml.ComplementoConcepto invalid_length',
    ],
  ])('refuses %s', (_what, xml, expected) => {
    const read = leerComprobante(xml);
    const dicho = read.ok ? [] : (read.refusal.details ?? []).map(({ path, code }) => `${path} ${code}`);
    expect(dicho).toEqual([expected]);
  });
});
