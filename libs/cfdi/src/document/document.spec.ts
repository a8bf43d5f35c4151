import { describe, expect, it } from '@jest/globals';
import type { ComprobanteInput, ConceptoInput } from '../input.js';
import { exportacionMinimal } from '../complementos/comercio-exterior/testing/samples.js';
import { comprobante, concepto } from '../testing/samples.js';
import { buildDocument, documentWith, reject } from '../testing/build.js';
import { buildComprobante } from './build.js';
import { cadenaOriginal } from './cadena.js';

const { receptor, emisor } = comprobante();
const publico = {
  ...receptor,
  rfc: 'XAXX010101000',
  nombre: 'PUBLICO EN GENERAL',
  domicilioFiscal: '06300',
  regimenFiscal: '616',
  usoCfdi: 'S01',
};
const extranjero = { ...publico, rfc: 'XEXX010101000', nombre: 'ACME INC', residenciaFiscal: 'USA' };
const global = { periodicidad: '04', meses: '11', anio: 2026 };
const UUID = '5FB2822E-396D-4725-8521-CDC4BDD20CCF';

describe('a comprobante', () => {
  it('carries every node in its place', () => {
    const { c, xml } = documentWith(
      [
        concepto({
          noIdentificacion: 'SKU-1',
          aCuentaTerceros: {
            ...{ rfc: 'CACX7605101P8', nombre: 'XOCHILT  CASAS CHAVEZ' },
            ...{ regimenFiscal: '612', domicilioFiscal: '36257' },
          },
          informacionAduanera: ['15  48  3009  0001234'],
          cuentaPredial: ['15956011002'],
          partes: [
            {
              ...{
                claveProdServ: '60131324',
                cantidad: '1.50',
                descripcion: 'Cuerda',
                valorUnitario: '3.333333',
              },
              informacionAduanera: ['15  48  3009  0001235'],
            },
          ],
        }),
      ],
      {
        condicionesDePago: 'Contado & ya',
        confirmacion: 'ECVH1',
        cfdiRelacionados: [
          { tipoRelacion: '04', uuids: [UUID] },
          { tipoRelacion: '07', uuids: [UUID, UUID.toLowerCase()] },
        ],
      },
    );
    expect(c.conceptos[0]?.partes[0]).toMatchObject({ cantidad: '1.5', importe: '5.00' });
    expect(xml).toContain('CondicionesDePago="Contado &amp; ya"');
    expect(xml).toContain('<cfdi:Parte ClaveProdServ="60131324" Cantidad="1.5"');
    expect(cadenaOriginal(c, '1'.repeat(20))).toBe(
      `||4.0|F|1|2026-11-20T10:30:00|03|11111111111111111111|Contado & ya|100.00|MXN|116.00|I|01|PUE|06300|ECVH1|04|${UUID}|07|${UUID}|${UUID.toLowerCase()}|EKU9003173C9|ESCUELA KEMPER URGATE|601|URE180429TM6|UNIVERSIDAD ROBOTICA ESPAÑOLA|86991|601|G01|60131324|SKU-1|1|H87|Elemento|Ukelele|100.00|100.00|02|100.00|002|Tasa|0.160000|16.00|CACX7605101P8|XOCHILT CASAS CHAVEZ|612|36257|15 48 3009 0001234|15956011002|60131324|1.5|Cuerda|3.333333|5.00|15 48 3009 0001235|100.00|002|Tasa|0.160000|16.00|16.00||`,
    );
  });

  it('collapses white space and escapes what XML reserves', () => {
    const { c, xml } = documentWith([concepto({ descripcion: '  a\r\n\t<b> & "c"\u00a0\'d\'  ' })]);
    expect(c.conceptos[0]?.descripcion).toBe('a <b> & "c"\u00a0\'d\'');
    expect(xml).toContain('Descripcion="a &lt;b&gt; &amp; &quot;c&quot;\u00a0&apos;d&apos;"');
  });

  it('counts characters, not UTF-16 units', () => {
    expect(buildDocument(comprobante({ serie: '😀'.repeat(25) })).serie).toHaveLength(50);
    expect(reject(comprobante({ serie: '😀'.repeat(26) }))).toEqual(['serie invalid_length']);
  });

  it('is issued to the public in general, and to a foreigner', () => {
    expect(
      buildDocument(comprobante({ receptor: publico, informacionGlobal: global })).informacionGlobal,
    ).toEqual(global);
    const foreign = { ...extranjero, numRegIdTrib: '123456789' };
    expect(buildDocument(comprobante({ receptor: foreign })).receptor).toEqual(foreign);
  });

  it('leaves the exchange rate of MXN out, and keeps any other', () => {
    expect(buildDocument(comprobante({ tipoCambio: '1' })).tipoCambio).toBeUndefined();
    expect(buildDocument(comprobante({ moneda: 'USD', tipoCambio: '18.9008' })).tipoCambio).toBe('18.9008');
  });
});

describe('a header that breaks a rule is refused at its field', () => {
  it.each<[Partial<ComprobanteInput>, string]>([
    [{ tipo: 'X' as 'I' }, 'tipo invalid_value'],
    [{ conceptos: [] }, 'conceptos invalid_length'],
    [{ decimalesMoneda: 7 }, 'decimalesMoneda invalid_value'],
    [{ fecha: '2026-11-20 10:30:00' }, 'fecha invalid_format'],
    [{ fecha: '2026-02-30T10:30:00' }, 'fecha invalid_format'],
    [{ metodoPago: 'PPD' }, 'formaPago invalid_value'],
    [{ metodoPago: 'XXX' }, 'metodoPago invalid_value'],
    [{ moneda: 'USD' }, 'tipoCambio required'],
    [{ moneda: 'USD', tipoCambio: '0.000000' }, 'tipoCambio invalid_format'],
    [{ moneda: 'XXX', tipoCambio: '1' }, 'tipoCambio not_allowed'],
    [{ tipoCambio: '18.5' }, 'tipoCambio invalid_value'],
    [{ exportacion: '02' }, 'exportacion not_allowed'],
    [{ lugarExpedicion: '6300' }, 'lugarExpedicion invalid_format'],
    [{ serie: 'A|B' }, 'serie invalid_value'],
    [{ folio: ' ' }, 'folio required'],
    [{ condicionesDePago: 'x'.repeat(1001) }, 'condicionesDePago invalid_length'],
    [{ emisor: { ...emisor, rfc: 'eku9003173c9' } }, 'emisor.rfc invalid_format'],
    [{ emisor: { ...emisor, nombre: '' } }, 'emisor.nombre required'],
    [
      { receptor: { ...publico, nombre: 'CLIENTE', regimenFiscal: '601' } },
      'receptor.regimenFiscal invalid_value',
    ],
    [
      { receptor: { ...publico, nombre: 'CLIENTE', domicilioFiscal: '86991' } },
      'receptor.domicilioFiscal invalid_value',
    ],
    [{ receptor: { ...receptor, residenciaFiscal: 'USA' } }, 'receptor.residenciaFiscal not_allowed'],
    [{ receptor: { ...receptor, numRegIdTrib: '1' } }, 'receptor.numRegIdTrib not_allowed'],
    [{ receptor: { ...extranjero, residenciaFiscal: 'MEX' } }, 'receptor.residenciaFiscal invalid_value'],
    [
      { receptor: { ...publico, rfc: 'XEXX010101000', nombre: 'ACME', numRegIdTrib: '1' } },
      'receptor.residenciaFiscal required',
    ],
    [{ receptor: publico }, 'informacionGlobal required'],
    [{ informacionGlobal: global }, 'informacionGlobal not_allowed'],
    [{ receptor: { ...receptor, nombre: 'PUBLICO EN GENERAL' } }, 'receptor.rfc invalid_value'],
    [
      { receptor: publico, informacionGlobal: { ...global, meses: '13' } },
      'informacionGlobal.meses invalid_value',
    ],
    [
      { receptor: publico, informacionGlobal: { ...global, anio: 2024 } },
      'informacionGlobal.anio invalid_value',
    ],
    [
      { receptor: publico, informacionGlobal: { ...global, periodicidad: '05', meses: '18' } },
      'informacionGlobal.periodicidad invalid_value',
    ],
    [
      { cfdiRelacionados: [{ tipoRelacion: '08', uuids: [UUID] }] },
      'cfdiRelacionados[0].tipoRelacion invalid_value',
    ],
    [
      { cfdiRelacionados: [{ tipoRelacion: '01', uuids: ['x'] }] },
      'cfdiRelacionados[0].uuids[0] invalid_format',
    ],
  ])('%j: %s', (over, detail) => expect(reject(comprobante(over))).toEqual([detail]));

  it.each<[Partial<ConceptoInput>, string]>([
    [{ claveProdServ: '123' }, 'claveProdServ invalid_format'],
    [{ claveUnidad: 'h-7' }, 'claveUnidad invalid_format'],
    [{ unidad: 'x'.repeat(21) }, 'unidad invalid_length'],
    [{ descripcion: '\n' }, 'descripcion required'],
    [{ descripcion: 'a\u0000b' }, 'descripcion invalid_value'],
    [{ descripcion: 'a\ud800b' }, 'descripcion invalid_value'],
    [{ descripcion: 'a\ufffe' }, 'descripcion invalid_value'],
    [{ noIdentificacion: '|' }, 'noIdentificacion invalid_value'],
    [{ informacionAduanera: ['15 48 3009 0001234'] }, 'informacionAduanera[0] invalid_format'],
    [{ cuentaPredial: ['1-2'] }, 'cuentaPredial[0] invalid_format'],
    [
      {
        aCuentaTerceros: { rfc: 'EKU9003173C9', nombre: 'A', regimenFiscal: '601', domicilioFiscal: '06300' },
      },
      'aCuentaTerceros.rfc invalid_value',
    ],
    [
      { partes: [{ claveProdServ: '60131324', cantidad: '0', descripcion: 'x' }] },
      'partes[0].cantidad too_small',
    ],
  ])('a line with %j: %s', (over, detail) =>
    expect(reject(comprobante({ conceptos: [concepto(), concepto(over)] }))).toEqual([
      `conceptos[1].${detail}`,
    ]),
  );

  it('says what to do in both languages, and cites the rule', () => {
    const built = buildComprobante(comprobante({ metodoPago: 'PPD' }));
    expect(built).toMatchObject({
      ok: false,
      refusal: {
        code: 'invalid_request',
        details: [
          {
            path: 'formaPago',
            message: {
              es: expect.stringContaining('CFDI40105') as unknown,
              en: expect.stringContaining('CFDI40105') as unknown,
            },
          },
        ],
      },
    });
  });

  const { conceptos: _lines, ...head } = comprobante();
  it.each<[string, Partial<ComprobanteInput>]>([
    ['CFDI40121', { exportacion: '09' }],
    ['CFDI40124', { metodoPago: 'X' }],
    ['CFDI40131', { receptor: publico, informacionGlobal: { ...global, periodicidad: '06' } }],
    ['CFDI40137', { cfdiRelacionados: [{ tipoRelacion: '08', uuids: [UUID] }] }],
    ['CFDI40166', { conceptos: [concepto({ precio: '0' })] }],
    ['CFDI40170', { conceptos: [concepto({ objetoImp: '09' })] }],
    [
      'CFDI40174',
      {
        conceptos: [
          concepto({
            impuestos: [{ impuesto: 'IVA', tipoFactor: 'Tasa', tasa: '0.16', base: '0', retencion: false }],
          }),
        ],
      },
    ],
    [
      'CFDI40178',
      { conceptos: [concepto({ impuestos: [{ impuesto: 'IVA', tipoFactor: 'Tasa', retencion: false }] })] },
    ],
    [
      'CFDI40197',
      {
        conceptos: [
          concepto({
            partes: [{ claveProdServ: '60131324', cantidad: '1', descripcion: 'x', valorUnitario: '0' }],
          }),
        ],
      },
    ],
  ])('cites %s', (code, over) => {
    const built = buildComprobante(comprobante({ ...head, ...over }));
    const cited = { es: expect.stringContaining(`(${code})`), en: expect.stringContaining(`(${code})`) };
    expect(built.ok ? [] : built.refusal.details).toMatchObject([{ message: cited as never }]);
  });

  it('knows the general public with its accent, and writes it without', () => {
    const accented = { ...publico, nombre: 'PÚBLICO EN GENERAL' };
    expect(reject(comprobante({ receptor: accented }))).toEqual(['informacionGlobal required']);
    expect(reject(comprobante({ receptor: { ...receptor, nombre: 'PÚBLICO  EN GENERAL' } }))).toEqual([
      'receptor.rfc invalid_value',
    ]);
    const { receptor: written } = buildDocument(
      comprobante({ receptor: accented, informacionGlobal: global }),
    );
    expect(written.nombre).toBe('PUBLICO EN GENERAL');
  });

  it('has no customs numbers with the complement of foreign trade, as JSON or as XML', () => {
    const exported = exportacionMinimal();
    const [line] = exported.conceptos as [ConceptoInput];
    const imported = ['15  48  3009  0001234'];
    const parte = { claveProdServ: '50211503', cantidad: '1', descripcion: 'Filtro' };
    const conceptos = [
      line,
      { ...line, informacionAduanera: imported },
      { ...line, partes: [parte, { ...parte, informacionAduanera: imported }] },
    ];
    const fields = [
      'conceptos[1].informacionAduanera not_allowed',
      'conceptos[2].partes[1].informacionAduanera not_allowed',
    ];
    expect(reject({ ...exported, conceptos })).toEqual(fields);
    const { complementos } = buildDocument(exported);
    const xml = complementos[0]?.xml ?? '';
    expect(reject({ ...exported, conceptos, complementos: [{ tipo: 'xml', xml }] })).toEqual(fields);
    buildDocument(comprobante({ conceptos: [concepto({ informacionAduanera: imported })] }));
  });

  it('has no complement that its type cannot carry: one sentence, at the complement itself', () => {
    const pagos = { tipo: 'pagos' as const, pagos: [] };
    const nomina = { tipo: 'nomina' as const, nomina: {} as never };
    const leyendas = { tipo: 'leyendasFiscales' as const, leyendas: [{ textoLeyenda: 'Una' }] };
    const carta = { tipo: 'cartaPorte' as const, datos: {} };
    const { complementos: exports = [] } = exportacionMinimal();
    const of = (
      tipo: ComprobanteInput['tipo'],
      ...complementos: NonNullable<ComprobanteInput['complementos']>
    ) => reject(comprobante({ tipo, complementos })).filter((detail) => detail.startsWith('complementos'));
    expect(of('I', leyendas, pagos)).toEqual(['complementos[1] not_allowed']);
    expect(of('E', nomina, carta)).toEqual(['complementos[0] not_allowed', 'complementos[1] not_allowed']);
    expect(of('P', ...exports)).toEqual(['complementos[0] not_allowed']);
    expect(of('T', pagos)).toEqual(['complementos[0] not_allowed']);
    const [complement] = buildDocument(exportacionMinimal()).complementos;
    expect(of('N', { tipo: 'xml', xml: complement?.xml ?? '' })).toEqual(['complementos[0] not_allowed']);
  });

  it('tells every wrong field at once', () => {
    expect(
      reject(comprobante({ serie: '', moneda: 'USD', conceptos: [concepto({ precio: '0', unidad: '' })] })),
    ).toEqual([
      'serie required',
      'tipoCambio required',
      'conceptos[0].unidad required',
      'conceptos[0].precio too_small',
    ]);
  });
});
