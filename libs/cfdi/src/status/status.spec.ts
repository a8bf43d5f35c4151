import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasMaterial, material } from '../testing/certificates.js';
import { readXml } from '../reading/nodes.js';
import { qrUrl, qrUrlRetencion } from '../qr.js';
import { estadoCancelacion, type EstadoCancelacion } from './cancelacion.js';
import { buildConsultaSoap } from './query.js';
import { printExpression } from './expression.js';
import { parseConsulta, type EstadoSat, type Estado, type EstatusCancelacion } from './response.js';

const parts = {
  uuid: '62B00C5E-4187-4336-B569-44E0030DC729',
  rfcEmisor: 'H&E951128469',
  rfcReceptor: 'HAÑ930228SM9',
  total: '2010.010000',
  sello: `${'x'.repeat(336)}AbCd+/==`,
};

describe('the printed expression', () => {
  it('says who, how much, which, and how its seal ends', () =>
    expect(printExpression(parts)).toBe(
      '?re=H&amp;E951128469&rr=HAÑ930228SM9&tt=2010.01&id=62B00C5E-4187-4336-B569-44E0030DC729&fe=AbCd+/==',
    ));

  it.each([
    ['0', '0.0'],
    ['1', '1.0'],
    ['1.000001', '1.000001'],
    ['999999999999999999.99', '999999999999999999.99'],
  ])('writes %s as %s', (total, tt) => expect(printExpression({ ...parts, total })).toContain(`&tt=${tt}&`));

  it('is the address of the QR code', () =>
    expect(qrUrl(parts)).toBe(
      'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx' +
        '?id=62B00C5E-4187-4336-B569-44E0030DC729&re=H&amp;E951128469&rr=HAÑ930228SM9&tt=2010.01&fe=AbCd+/==',
    ));

  it.each([
    ['rr=HAÑ930228SM9', { rfc: 'HAÑ930228SM9' }],
    ['nr=0000000000000000X&amp;Y1', { numRegIdTrib: 'X&Y1' }],
    ['nr=12345678901234567890', { numRegIdTrib: '1234567890123456789012' }],
    ['nr=00000000000000000000', { numRegIdTrib: undefined }],
  ])('of retentions has %s', (expected, receptor) => {
    const { uuid, rfcEmisor, sello } = parts;
    expect(qrUrlRetencion({ uuid, rfcEmisor, sello, receptor, montoTotOperacion: '4000' })).toBe(
      `https://prodretencionverificacion.clouda.sat.gob.mx/?id=${uuid}&re=H&amp;E951128469&${expected}&tt=4000.0&fe=AbCd+/==`,
    );
  });
});

describe('the message to the status service', () => {
  it('carries the expression as text', () => {
    const { url, headers, body } = buildConsultaSoap(printExpression(parts));
    expect(url).toBe('https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc');
    expect(headers['SOAPAction']).toBe('"http://tempuri.org/IConsultaCFDIService/Consulta"');
    const read = readXml(body);
    const query = read.ok ? read.value.children[0]?.children[0] : undefined;
    expect(query).toMatchObject({ name: 'Consulta', namespace: 'http://tempuri.org/' });
    expect(query?.children[0]).toMatchObject({ name: 'expresionImpresa', text: printExpression(parts) });
  });

  it('goes to the test service in tests', () =>
    expect(buildConsultaSoap('?re=a', 'pruebas').url).toContain('pruebacfdiconsultaqr'));
});

const buildResponse = (fields: Record<string, string>): string =>
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
  '<ConsultaResponse xmlns="http://tempuri.org/"><ConsultaResult xmlns:a="urn:a" xmlns:i="urn:i">' +
  Object.entries(fields)
    .map(([name, text]) => (text === '' ? `<a:${name} i:nil="true"/>` : `<a:${name}>${text}</a:${name}>`))
    .join('') +
  '</ConsultaResult></ConsultaResponse></s:Body></s:Envelope>';
const VIGENTE = {
  CodigoEstatus: 'S - Comprobante obtenido satisfactoriamente.',
  EsCancelable: 'Cancelable con aceptación',
  Estado: 'Vigente',
  EstatusCancelacion: '',
};
const NO = { EsCancelable: '', Estado: 'No Encontrado', EstatusCancelacion: '' };

describe('the answer of the status service', () => {
  it.each<[Record<string, string>, Partial<EstadoSat>]>([
    [VIGENTE, { codigo: 'S', estado: 'Vigente', esCancelable: 'Cancelable con aceptación' }],
    [
      { ...VIGENTE, Estado: 'CANCELADO', EstatusCancelacion: ' cancelado  sin aceptacion ' },
      { estado: 'Cancelado', estatusCancelacion: 'Cancelado sin aceptación' },
    ],
    [
      { ...VIGENTE, ValidacionEFOS: '200' },
      { validacionEfos: '200', enListaEfos: false },
    ],
    [
      { ...VIGENTE, ValidacionEFOS: '100' },
      { validacionEfos: '100', enListaEfos: true },
    ],
    [
      { CodigoEstatus: 'N - 602: Comprobante no encontrado.', ...NO },
      { codigo: '602', estado: 'No Encontrado' },
    ],
    [{ CodigoEstatus: 'N - 601: La expresión impresa no es válida.', ...NO }, { codigo: '601' }],
  ])('is read: %o', (fields, expected) =>
    expect(parseConsulta(buildResponse(fields))).toMatchObject({ ok: true, value: expected }),
  );

  it('says nothing that it was not told', () => {
    const read = parseConsulta(buildResponse(VIGENTE));
    const value = read.ok ? read.value : undefined;
    expect(Object.keys(value ?? {}).sort()).toEqual(['codigo', 'codigoEstatus', 'esCancelable', 'estado']);
  });

  it.each<[string, string]>([
    ['no XML', 'Service Unavailable'],
    ['a page', '<html><body>Error</body></html>'],
    [
      'a fault',
      '<s:Envelope xmlns:s="s"><s:Fault><faultcode>a</faultcode><faultstring>Ups</faultstring></s:Fault></s:Envelope>',
    ],
    ['no state', buildResponse({ CodigoEstatus: VIGENTE.CodigoEstatus })],
    ['no code', buildResponse({ Estado: 'Vigente' })],
    ['another code', buildResponse({ ...VIGENTE, CodigoEstatus: 'N - 603: Otra cosa' })],
    ['another state', buildResponse({ ...VIGENTE, Estado: 'Suspendido' })],
    ['another word', buildResponse({ ...VIGENTE, EstatusCancelacion: 'Quién sabe' })],
    ['found and not found', buildResponse({ ...VIGENTE, Estado: 'No Encontrado' })],
    ['not found and found', buildResponse({ ...VIGENTE, CodigoEstatus: 'N - 602: No.' })],
    ['a state twice', buildResponse(VIGENTE).replace('<a:Estado>', '<a:Estado>Cancelado</a:Estado>$&')],
    ['two answers', `<a>${buildResponse(VIGENTE)}${buildResponse(VIGENTE)}</a>`],
    ['a very large one', `<a>${' '.repeat(100_000)}</a>`],
  ])('is refused: %s', (_, xml) =>
    expect(parseConsulta(xml)).toMatchObject({ ok: false, refusal: { details: [{ path: 'xml' }] } }),
  );

  it('any text at all is read or refused', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => void parseConsulta(buildResponse({ ...VIGENTE, Estado: text })),
      ),
      { seed: 13 },
    ));

  (hasMaterial ? it : it.skip)('the sample is read (SAT_MATERIAL)', () =>
    expect(parseConsulta(material('samples', 'sat-estado', 'soap-response.xml').toString())).toMatchObject({
      value: { codigo: 'S', estado: 'Vigente', estatusCancelacion: 'Solicitud rechazada' },
    }),
  );
});

describe("the API's cancellation_status", () => {
  it.each<[Estado, EstatusCancelacion | undefined, boolean, EstadoCancelacion]>([
    ['Vigente', undefined, false, 'none'],
    ['Vigente', undefined, true, 'verifying'],
    ['Vigente', 'En proceso', true, 'pending'],
    ['Vigente', 'En proceso', false, 'pending'],
    ['Vigente', 'Solicitud rechazada', true, 'rejected'],
    ['Vigente', 'Plazo vencido', true, 'expired'],
    ['Cancelado', 'Cancelado sin aceptación', true, 'accepted'],
    ['Cancelado', 'Cancelado con aceptación', false, 'accepted'],
    ['Cancelado', 'Plazo vencido', true, 'accepted'],
    ['Cancelado', undefined, false, 'accepted'],
    ['No Encontrado', undefined, true, 'verifying'],
    ['No Encontrado', undefined, false, 'none'],
  ])('of %s with %s (requested: %s) is %s', (keyStatus, estatusCancelacion, requested, expected) =>
    expect(
      estadoCancelacion({ estado: keyStatus, ...(estatusCancelacion && { estatusCancelacion }) }, requested),
    ).toBe(expected),
  );
});
