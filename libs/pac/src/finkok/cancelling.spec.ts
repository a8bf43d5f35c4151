import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeCertificado } from '#cfdi/testing/certificates';
import type { CancelOutcome, DocumentKey, DocumentKind, PacAccount, StatusOutcome } from '../port.js';
import { signedCancellation } from '../sandbox/testing.js';
import { openScriptedServer, type ScriptedServer } from '../testing/scripted-server.js';
import { FinkokPac } from './finkok-pac.js';
import { fault, field, result } from './testing.js';

const ACCOUNT: PacAccount = { organizationId: 'a'.repeat(24), livemode: true };
const UUID = '0A1B2C3D-0000-4000-8000-000000000001';
const OTHER = '0A1B2C3D-0000-4000-8000-000000000002';
const NOW = new Date('2026-11-21T15:05:00Z');
const csd = makeCertificado();
let server: ScriptedServer;
let status: StatusOutcome;
beforeAll(async () => {
  server = await openScriptedServer();
});
afterAll(() => server.close());

const finkok = (): FinkokPac =>
  new FinkokPac(
    { url: server.url, user: 'u', password: 'p' },
    {
      certificates: { byNumber: async () => 'unavailable' },
      authority: { status: async () => status },
      ...{ timeoutMs: 20_000, sandbox: false, now: () => NOW },
    },
  );
const request = (kind: DocumentKind): string => signedCancellation({ kind, uuid: UUID }, csd);
const cancel = (kind: DocumentKind = 'comprobante'): Promise<CancelOutcome> =>
  finkok().cancel({ kind, requestId: 'r', account: ACCOUNT, xml: request(kind) });

/** The SAT's answer as Finkok hands it out. */
const acuseOf = (estatus: string, uuid = UUID): string =>
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
  '<CancelaCFDResponse xmlns="http://cancelacfd.sat.gob.mx">' +
  '<CancelaCFDResult Fecha="2026-11-21T09:05:01.5" RfcEmisor="EKU9003173C9">' +
  `<Folios><UUID>${uuid}</UUID><EstatusUUID>${estatus}</EstatusUUID></Folios>` +
  '</CancelaCFDResult></CancelaCFDResponse></s:Body></s:Envelope>';

const folio = (estatus: string, uuid = UUID): string =>
  `<s0:Folio>${field('UUID', uuid)}${field('EstatusUUID', estatus)}${field('EstatusCancelacion', 'x')}</s0:Folio>`;
const folios = (...list: readonly string[]): string => `<s0:Folios>${list.join('')}</s0:Folios>`;
const answered = (inner: string) => result('cancel_signature', inner);
const receipt = (acuse: string) => result('get_receipt', field('success', 'true') + field('receipt', acuse));

describe('Finkok hands the request on', () => {
  it('signed here and nothing stored there; 201 only says that the SAT has it', async () => {
    server.say(answered(folios(folio('201')) + field('Acuse', acuseOf('201'))));
    expect(await cancel()).toEqual({ kind: 'verifying', acuse: acuseOf('201'), at: NOW.toISOString() });
    const [seen] = server.seen;
    expect(seen?.path).toBe('/servicios/soap/cancel');
    expect(seen?.body).toContain(
      `<s:cancel_signature><s:xml>${Buffer.from(request('comprobante')).toString('base64')}</s:xml>`,
    );
    expect(seen?.body).toContain(
      '</s:password><s:store_pending>false</s:store_pending></s:cancel_signature>',
    );
  });

  it('of retentions to their own service', async () => {
    server.say(answered(folios(folio('1201')) + field('Acuse', acuseOf('1201'))));
    expect(await cancel('retencion')).toMatchObject({ kind: 'verifying' });
    expect(server.seen[0]?.path).toBe('/servicios/soap/retentions');
  });

  it('twice the same folio, in lower case, and another one, are read by its UUID', async () => {
    const list = folios(
      folio('205', OTHER),
      folio('201', UUID.toLowerCase()),
      folio('201', UUID.toLowerCase()),
    );
    server.say(answered(list + field('Acuse', acuseOf('201', UUID.toLowerCase()))));
    expect(await cancel()).toMatchObject({ kind: 'verifying' });
  });

  it.each(['202', '203', '204', '205', '206', '207', '208', '209', '210', '211', '212', '1202', '1205'])(
    'and the SAT says %s of the document',
    async (code) => {
      server.say(answered(folios(folio(code)) + field('Acuse', acuseOf(code))));
      expect(await cancel()).toMatchObject({ kind: 'refused', code, source: 'sat' });
      server.say(answered(folios(folio(code)) + '<s0:Acuse/>'));
      expect(await cancel()).toMatchObject({ kind: 'refused', code, source: 'sat' });
    },
  );

  it('not where related documents stand in the way', async () => {
    server.say(answered(folios(folio('no_cancelable'))));
    expect(await cancel()).toMatchObject({ kind: 'refused', code: '204', source: 'sat' });
  });

  it('and the receipt that did not come along is asked for', async () => {
    server.say(answered(folios(folio('201'))), receipt(acuseOf('201')));
    expect(await cancel()).toEqual({ kind: 'verifying', acuse: acuseOf('201'), at: NOW.toISOString() });
    expect(server.seen[1]?.body).toContain(
      `<s:taxpayer_id>EKU9003173C9</s:taxpayer_id><s:uuid>${UUID}</s:uuid><s:type>C</s:type></s:get_receipt>`,
    );
  });

  it.each([
    ['there is none', result('get_receipt', field('success', 'false') + field('error', 'No se encontró'))],
    ['it is of another document', receipt(acuseOf('201', OTHER))],
    ['it cannot be read', receipt('<Acuse')],
    ['a fault answers', fault('timed out')],
  ])('and where %s, the SAT’s status has the word', async (_what, said) => {
    server.say(answered(folios(folio('201'))), said);
    expect((await cancel()).kind).toBe('unknown');
  });
});

describe('Finkok answers with CodEstatus in place of folios', () => {
  it.each([
    [`UUID: ${UUID} No Encontrado`, '205', 'pac'],
    ['Already Cancelled', '202', 'pac'],
    ['Already en BufferCancellation', '202', 'pac'],
    ['Invalid Passphrase', '711', 'pac'],
    ['Incorrect padding', '711', 'pac'],
    ['711', '711', 'pac'],
    ['715', '715', 'pac'],
    ['716', '716', 'pac'],
    ['717', '717', 'pac'],
    ['798', '798', 'pac'],
    ['799', '799', 'pac'],
    ['304', '304', 'sat'],
    ['305', '305', 'sat'],
  ])('%s: refused with %s', async (said, code, source) => {
    server.say(answered(field('CodEstatus', said)));
    const outcome = await cancel();
    expect(outcome).toMatchObject({ kind: 'refused', code, source });
    expect(outcome.kind === 'refused' && outcome.message.length).toBeGreaterThan(5);
  });

  it('not found, of retentions', async () => {
    server.say(answered(field('CodEstatus', `UUID: ${UUID} No Encontrado`)));
    expect(await cancel('retencion')).toMatchObject({ kind: 'refused', code: '1205' });
  });

  it('708: the SAT was not reached, so nothing was presented, as nothing is stored', async () => {
    for (const said of [field('CodEstatus', '708'), folios(folio('708'))]) {
      server.say(answered(said));
      expect(await cancel()).toMatchObject({ kind: 'unavailable', code: '708' });
    }
  });

  it.each(['300', '501', '701', '703', '706', 'Invalid username or password'])(
    '%s: the account',
    async (said) => {
      server.say(answered(field('CodEstatus', said)));
      expect(await cancel()).toMatchObject({ kind: 'unavailable', trouble: 'account' });
    },
  );

  it('702: the issuer', async () => {
    server.say(answered(field('CodEstatus', '702')));
    expect(await cancel()).toMatchObject({ kind: 'unavailable', trouble: 'issuer' });
  });
});

it.each([
  ['no folio and no code', answered('')],
  [
    'the folio of another document',
    answered(folios(folio('201', OTHER)) + field('Acuse', acuseOf('201', OTHER))),
  ],
  ['a code that nobody documents', answered(folios(folio('999')))],
  ['words that nobody documents', answered(field('CodEstatus', 'Algo pasó'))],
  ['a fault', fault('timed out')],
  ['HTML', { status: 200, body: '<html/>' }],
] as const)('%s: perhaps presented', async (_what, said) => {
  server.say(said);
  expect((await cancel()).kind).toBe('unknown');
});

it('a request that nobody can read is not sent', async () => {
  server.say(answered(''));
  const outcome = await finkok().cancel({
    kind: 'comprobante',
    requestId: 'r',
    account: ACCOUNT,
    xml: '<x/>',
  });
  expect(outcome).toMatchObject({ kind: 'refused', code: '301' });
  expect(server.seen).toHaveLength(0);
});

describe('status is the SAT’s', () => {
  const key: DocumentKey = {
    ...{ kind: 'comprobante', account: ACCOUNT, uuid: UUID, rfcEmisor: 'EKU9003173C9' },
    ...{ receptor: { rfc: 'XAXX010101000' }, total: '1.16', selloTail: 'abcdefg=' },
  };
  const at = NOW.toISOString();

  it('and of a cancelled document Finkok has the receipt, or has it not', async () => {
    status = { kind: 'status', at, estado: 'Cancelado' };
    server.say(receipt(acuseOf('201')));
    expect(await finkok().status(key)).toEqual({ ...status, acuse: acuseOf('201') });
    server.say({ status: 503, body: '' });
    expect(await finkok().status(key)).toEqual(status);
  });

  it('and Finkok is not asked of any other', async () => {
    server.say(receipt(acuseOf('201')));
    for (status of [
      { kind: 'status', at, estado: 'Vigente' },
      { kind: 'unavailable', reason: 'x' },
    ] as const)
      expect(await finkok().status(key)).toEqual(status);
    expect(server.seen).toHaveLength(0);
  });
});
