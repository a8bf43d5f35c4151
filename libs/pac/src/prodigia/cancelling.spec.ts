import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeCertificado } from '#cfdi/testing/certificates';
import type { CancelOutcome, PacAccount } from '../port.js';
import { signedCancellation } from '../sandbox/testing.js';
import { openScriptedServer, type ScriptedServer } from '../testing/scripted-server.js';
import { soapUrl } from './call.js';
import { ProdigiaPac } from './prodigia-pac.js';
import { soap } from './testing.js';

const ACCOUNT: PacAccount = { organizationId: 'a'.repeat(24), livemode: true };
const UUID = '0A1B2C3D-0000-4000-8000-000000000001';
const OTHER = '0A1B2C3D-0000-4000-8000-000000000002';
const NOW = new Date('2026-11-21T15:05:00Z');
const request = signedCancellation({ uuid: UUID }, makeCertificado());
let server: ScriptedServer;
beforeAll(async () => {
  server = await openScriptedServer();
});
afterAll(() => server.close());

const cancel = (): Promise<CancelOutcome> =>
  new ProdigiaPac(
    { url: `${server.url}/servicio/rest`, contract: 'c-1', user: 'u', password: 'p&<' },
    {
      certificates: { byNumber: async () => 'unavailable' },
      authority: { status: async () => ({ kind: 'unavailable', reason: '' }) },
      ...{ timeoutMs: 20_000, sandbox: false, now: () => NOW },
    },
  ).cancel({ kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml: request });

const acuseOf = (estatus: string, uuid = UUID): string =>
  '<?xml version="1.0" encoding="utf-8"?><Acuse xmlns="http://cancelacfd.sat.gob.mx" Fecha="2026-11-21T09:05:01" RfcEmisor="EKU9003173C9">' +
  `<Folios><UUID>${uuid}</UUID><EstatusUUID>${estatus}</EstatusUUID></Folios></Acuse>`;
const folio = (codigo: string, uuid = UUID): string =>
  `<cancelacion><uuid>${uuid}</uuid><codigo>${codigo}</codigo><mensaje>Estatus ${codigo}</mensaje></cancelacion>`;
const servicio = (codigo: string, ...inner: readonly string[]) =>
  soap(
    'cancelarConOpciones',
    `<?xml version="1.0"?><servicioCancel><codigo>${codigo}</codigo><mensaje>Algo</mensaje>${inner.join('')}</servicioCancel>`,
  );
const folios = (...list: readonly string[]): string => `<cancelaciones>${list.join('')}</cancelaciones>`;
const receipt = (acuse: string, name = 'acuseCancelBase64'): string =>
  `<${name}>${Buffer.from(acuse).toString('base64')}</${name}>`;

describe('Prodigia hands the request on', () => {
  it('signed here, without certificate, key and password; 201 only says that the SAT has it', async () => {
    server.say(servicio('0', folios(folio('201')), receipt(acuseOf('201'))));
    expect(await cancel()).toEqual({ kind: 'verifying', acuse: acuseOf('201'), at: NOW.toISOString() });
    const [seen] = server.seen;
    expect(seen).toMatchObject({ method: 'POST', path: '/servicio/Timbrado4.0' });
    expect(seen?.body).toContain(
      'xmlns:s="timbrado.ws.pade.mx"><e:Body><s:cancelarConOpciones><contrato>c-1</contrato><usuario>u</usuario>' +
        `<passwd>p&amp;&lt;</passwd><opciones>XML_CANCELACION:${Buffer.from(request).toString('base64')}</opciones>` +
        '</s:cancelarConOpciones>',
    );
    expect(seen?.headers).not.toHaveProperty('accept');
    expect(soapUrl('https://timbrado.pade.mx/servicio/rest')).toBe(
      'https://timbrado.pade.mx/servicio/Timbrado4.0',
    );
  });

  it('and the receipt may have another name, the UUID be in lower case, and others stand beside it', async () => {
    const [acuse, list] = [acuseOf('201', UUID.toLowerCase()), [folio('90', OTHER), folio('201')]];
    server.say(servicio('0', folios(...list), receipt(acuse, 'xmlBase64')));
    expect(await cancel()).toMatchObject({ kind: 'verifying', acuse });
  });

  it.each([
    ['90', '205', 'sat'],
    ['94', '204', 'sat'],
    ['95', '202', 'sat'],
    ['96', '202', 'sat'],
    ['98', '202', 'sat'],
    ['202', '202', 'sat'],
    ['203', '203', 'sat'],
    ['205', '205', 'sat'],
    ['92', '92', 'pac'],
    ['97', '97', 'pac'],
    ['99', '99', 'pac'],
    ['602', '602', 'pac'],
  ])('and says %s of the document: refused with %s', async (said, code, source) => {
    server.say(servicio('21', folios(folio(said))));
    expect(await cancel()).toEqual({ kind: 'refused', code, source, message: `Estatus ${said}` });
  });
});

describe('Prodigia answers for the whole request', () => {
  it.each([
    ['1', { kind: 'unavailable', trouble: 'account' }],
    ['2', { kind: 'unavailable', trouble: 'account' }],
    ['5', { kind: 'unavailable', trouble: 'maintenance' }],
    ['3', { kind: 'refused', code: '3', source: 'pac' }],
    ['602', { kind: 'refused', code: '205', source: 'pac' }],
    ['301', { kind: 'refused', code: '301', source: 'sat' }],
    ['302', { kind: 'refused', code: '302', source: 'sat' }],
    ['305', { kind: 'refused', code: '305', source: 'sat' }],
    ['7', { kind: 'unknown' }],
    ['0', { kind: 'unknown' }],
    ['20', { kind: 'unknown' }],
    ['21', { kind: 'unknown' }],
    ['999', { kind: 'unknown' }],
  ])('%s', async (code, expected) => {
    server.say(servicio(code));
    expect(await cancel()).toMatchObject(expected);
  });
});

describe('what it says of the document counts more than what it says of the request', () => {
  it.each(['1', '2', '5', '3', '602', '305'])('%s beside the receipt', async (code) => {
    server.say(servicio(code, folios(folio('201')), receipt(acuseOf('201'))));
    expect(await cancel()).toMatchObject({ kind: 'verifying', acuse: acuseOf('201') });
  });

  it.each(
    ['1', '2', '5', '3', '602', '305'].flatMap((code) =>
      [
        ['201 without a receipt', folios(folio('201'))],
        ['a receipt that is none', receipt('<x/>')],
        ['the receipt of another document', receipt(acuseOf('201', OTHER))],
        ['statusOk', '<statusOk>true</statusOk>'],
        ['one that was cancelled', '<cancelados>1</cancelados>'],
      ].map(([what, inner]) => [code, what, inner ?? ''] as const),
    ),
  )('%s beside %s: perhaps presented', async (code, _what, inner) => {
    server.say(servicio(code, inner));
    expect((await cancel()).kind).toBe('unknown');
  });

  it.each([
    ['1', 'account'],
    ['5', 'maintenance'],
  ])('%s of both: certainly not presented', async (code, trouble) => {
    const none = '<statusOk>false</statusOk><cancelados>0</cancelados>';
    server.say(servicio(code, none, folios(folio(code))));
    expect(await cancel()).toMatchObject({ kind: 'unavailable', code, trouble });
  });
});

it.each([
  ['201 without a receipt', servicio('0', folios(folio('201')))],
  [
    '201 with a receipt of another document',
    servicio('0', folios(folio('201')), receipt(acuseOf('201', OTHER))),
  ],
  ['201 of another document', servicio('0', folios(folio('201', OTHER)), receipt(acuseOf('201', OTHER)))],
  ['a document that is found, or not determined', servicio('0', folios(folio('91')))],
  ['93', servicio('0', folios(folio('93')))],
  ['a code that nobody documents', servicio('0', folios(folio('777')))],
  ['a fault', { status: 500, body: '<x/>' }],
  ['XML inside that ends in its middle', soap('cancelarConOpciones', '<servicioCancel><codigo>301')],
  ['the answer to another method', soap('cancelar', '<servicioCancel><codigo>301</codigo></servicioCancel>')],
  ['HTML', { status: 200, body: '<html><body>Mantenimiento<br></body></html>' }],
] as const)('%s: perhaps presented', async (_what, said) => {
  server.say(said);
  expect((await cancel()).kind).toBe('unknown');
});
