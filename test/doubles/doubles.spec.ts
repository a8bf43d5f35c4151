import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseAcuse, parseConsulta, buildConsultaSoap, verifyDocument } from '#cfdi';
import {
  startFinkok,
  startProdigia,
  startSat,
  startSw,
  type FinkokDouble,
  type ProdigiaDouble,
} from './index.js';
import type { SatDouble, SwDouble } from './index.js';
import { canonicalize } from './sat/signature.js';
import { cancellation, issuerCsd, sealed } from './testing.js';

/** The doubles by themselves, over HTTP: what their sheets say, and faults. */

let sat: SatDouble;
let sw: SwDouble;
let finkok: FinkokDouble;
let prodigia: ProdigiaDouble;
beforeAll(async () => {
  sat = await startSat();
  [sw, finkok, prodigia] = await Promise.all([
    startSw({ sat }),
    startFinkok({ sat }),
    startProdigia({ sat }),
  ]);
});
afterAll(() => Promise.all([sat, sw, finkok, prodigia].map((double) => double.close())));
beforeEach(() => [sat, sw, finkok, prodigia].forEach(({ faults }) => faults.clear()));

interface SwAnswer {
  readonly status: string;
  readonly message?: string;
  readonly messageDetail?: string | null;
  readonly data: null | {
    tfd?: string;
    cfdi?: string;
    uuid?: Record<string, string>;
    acuse?: string;
    expires_in?: number;
  };
}

async function swSend(
  path: string,
  xml: string,
  { token = sw.token, ...headers }: Record<string, string> = {},
) {
  const form = new FormData();
  form.append('xml', new Blob([xml], { type: 'text/xml' }), 'xml');
  const answer = await fetch(`${sw.url}${path}`, {
    ...{ method: 'POST', body: form, headers: { authorization: `Bearer ${token}`, ...headers } },
  });
  return { code: answer.status, body: (await answer.json()) as SwAnswer };
}
const uuidOf = (tfd = ''): string => (/UUID="([^"]+)"/.exec(tfd)?.[1] ?? '').toUpperCase();

describe('SW', () => {
  it('stamps once, and says 307 with the stamp of the first time', async () => {
    const xml = sealed();
    const first = await swSend('/v4/cfdi33/stamp/v2', xml, { customid: 'a' });
    expect([first.code, first.body.status]).toEqual([200, 'success']);
    const material = { certificadoSat: sw.world.pac('sw').cer };
    expect(verifyDocument(first.body.data?.cfdi ?? '', material).timbre).toEqual({
      selloCfd: true,
      selloSat: true,
    });
    const again = await swSend('/v4/cfdi33/stamp/v2', xml, { customid: 'a' });
    expect(again.code).toBe(400);
    expect(again.body.message).toMatch(/^307\. /);
    expect(again.body.data).toEqual(first.body.data);
    const other = await swSend('/v4/cfdi33/stamp/v2', sealed(), { customid: 'a' });
    expect(other.body.message).toMatch(/^CFDI3307 - /);
    expect(uuidOf(other.body.data?.tfd)).toBe(uuidOf(first.body.data?.tfd));
  });

  it('stamps the same bytes once, also where they come at the same time', async () => {
    const xml = sealed();
    const answers = await Promise.all([1, 2, 3].map(() => swSend('/v4/cfdi33/stamp/v1', xml)));
    expect(new Set(answers.map(({ body }) => uuidOf(body.data?.tfd))).size).toBe(1);
    expect(answers.filter(({ body }) => body.status === 'success')).toHaveLength(1);
  });

  it('refuses a wrong seal, an old document, and one that is no XML', async () => {
    const messages = [
      sealed().replace('Total="116.00"', 'Total="117.00"'),
      sealed({ hoursAgo: 73 }),
      '<a',
    ].map(async (xml) => (await swSend('/v4/cfdi33/stamp/v4', xml)).body.message?.split(' - ')[0]);
    expect(await Promise.all(messages)).toEqual(['CFDI40102', '401', '301']);
  });

  it('gives tokens with an absolute end, and refuses one that ended', async () => {
    const headers = { 'content-type': 'application/json' };
    const logIn = JSON.stringify({ user: sw.user, password: sw.password });
    const answer = await fetch(`${sw.url}/v2/security/authenticate`, {
      method: 'POST',
      headers,
      body: logIn,
    });
    const { data } = (await answer.json()) as { data: { token: string; expires_in: number } };
    expect(data.expires_in).toBeGreaterThan(Date.now() / 1000 + 7_000);
    sw.faults.set({ clockSkewMs: 3 * 3_600_000 });
    expect((await swSend('/v4/cfdi33/stamp/v2', sealed(), { token: data.token })).code).toBe(401);
    expect((await swSend('/v4/cfdi33/stamp/v2', sealed(), { token: 'x' })).body.message).toContain(
      '3 partes',
    );
  });

  it('cancels at the tax authority, which then says so', async () => {
    const stamped = await swSend('/v4/cfdi33/stamp/v2', sealed());
    const uuid = uuidOf(stamped.body.data?.tfd);
    const cancelled = await swSend('/cfdi33/cancel/xml', cancellation(uuid));
    expect(cancelled.body.data?.uuid).toEqual({ [uuid]: '201' });
    expect(parseAcuse(cancelled.body.data?.acuse ?? '')).toMatchObject({ ok: true });
    const { stamp } = sat.books.find(uuid) ?? {};
    const key = {
      uuid,
      rfcEmisor: stamp?.emisor ?? '',
      receptor: { rfc: stamp?.receptor ?? '' },
      total: '116.00',
    };
    const soap = buildConsultaSoap(
      `?re=${key.rfcEmisor}&rr=${key.receptor.rfc}&tt=${key.total}&id=${uuid}&fe=${(stamp?.sello ?? '').slice(-8)}`,
    );
    const answer = await fetch(`${sat.url}/ConsultaCFDIService.svc`, { method: 'POST', body: soap.body });
    expect(parseConsulta(await answer.text())).toMatchObject({
      ok: true,
      value: { estado: 'Cancelado', estatusCancelacion: 'Cancelado sin aceptación' },
    });
  });
});

describe('faults', () => {
  const stamps = (): number => sw.ledger.stamps.length;
  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('a connection that is cut %s the work', async (when, more) => {
    const before = stamps();
    sw.faults.next('reset', { when, operation: 'stamp' });
    await expect(swSend('/v4/cfdi33/stamp/v2', sealed())).rejects.toThrow();
    expect(stamps() - before).toBe(more);
  });

  it('another document’s stamp, which the ledger does not have', async () => {
    sw.faults.next('other_stamp');
    const { body } = await swSend('/v4/cfdi33/stamp/v2', sealed());
    expect(sw.ledger.byUuid(uuidOf(body.data?.tfd))).toBeUndefined();
  });

  it('half an answer, a page of HTML, a status', async () => {
    sw.faults.next('truncated').next('html').next('status', { status: 502 });
    await expect(swSend('/v4/cfdi33/stamp/v2', sealed())).rejects.toThrow();
    await expect(swSend('/v4/cfdi33/stamp/v2', sealed())).rejects.toThrow('not valid JSON');
    await expect(swSend('/v4/cfdi33/stamp/v2', sealed())).rejects.toThrow('not valid JSON');
  });

  it('over HTTP, and a port that refuses connections for a while', async () => {
    const order = { set: { balance: 0 }, next: [{ kind: 'status', status: 500 }] };
    await fetch(`${sw.url}/__faults`, { method: 'POST', body: JSON.stringify(order) });
    expect(sw.faults.settings.balance).toBe(0);
    await sw.refuse();
    await expect(fetch(`${sw.url}/__ledger`)).rejects.toThrow();
    await sw.reopen();
    expect((await fetch(`${sw.url}/__ledger`)).status).toBe(200);
  });
});

const finkokSend = async (
  service: string,
  method: string,
  fields: Record<string, string>,
): Promise<string> => {
  const ns = `http://facturacion.finkok.com/${service}`;
  const body = Object.entries({ ...fields, username: finkok.user, password: finkok.password })
    .map(([name, value]) => `<f:${name}>${value}</f:${name}>`)
    .join('');
  const answer = await fetch(`${finkok.url}/servicios/soap/${service}.wsdl`, {
    method: 'POST',
    body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:f="${ns}"><e:Body><f:${method}>${body}</f:${method}></e:Body></e:Envelope>`,
  });
  return answer.text();
};
const b64 = (text: string): string => Buffer.from(text).toString('base64');

describe('Finkok', () => {
  it('answers a question by the bytes: 603, then the stamp; later with a lag', async () => {
    const xml = b64(sealed());
    expect(await finkokSend('stamp', 'stamped', { xml })).toContain('<s0:CodigoError>603<');
    expect(await finkokSend('stamp', 'stamp', { xml })).toContain('Comprobante timbrado satisfactoriamente');
    expect(await finkokSend('stamp', 'stamped', { xml })).toContain('Comprobante timbrado previamente');
    finkok.faults.set({ foundAfterMs: 60_000 });
    expect(await finkokSend('stamp', 'stamped', { xml })).toContain('<s0:CodigoError>603<');
  });

  it('says 307 with the stamp, or without it', async () => {
    const xml = b64(sealed());
    const first = await finkokSend('stamp', 'stamp', { xml });
    const uuid = /<s0:UUID>([^<]+)/.exec(first)?.[1] ?? '-';
    expect(await finkokSend('stamp', 'stamp', { xml })).toContain(uuid);
    finkok.faults.set({ duplicates: 'empty' });
    const empty = await finkokSend('stamp', 'stamp', { xml });
    expect([empty.includes('307'), empty.includes(uuid)]).toEqual([true, false]);
  });

  it('wraps the receipt, keeps it, and says 205 while the tax authority does not know', async () => {
    const first = await finkokSend('stamp', 'stamp', { xml: b64(sealed()) });
    const uuid = /<s0:UUID>([^<]+)/.exec(first)?.[1] ?? '-';
    const fields = { xml: b64(cancellation(uuid)) };
    finkok.faults.set({ unknownToSatMs: 60_000 });
    expect(await finkokSend('cancel', 'cancel_signature', fields)).toContain('<s0:EstatusUUID>205<');
    finkok.faults.clear();
    const cancelled = await finkokSend('cancel', 'cancel_signature', fields);
    expect(cancelled).toContain('<s0:EstatusUUID>201<');
    expect(parseAcuse(cancelled)).toMatchObject({ ok: true, value: { rfcEmisor: 'EKU9003173C9' } });
    const kept = await finkokSend('cancel', 'get_receipt', { taxpayer_id: 'EKU9003173C9', uuid, type: 'C' });
    expect(kept).toContain('<s0:success>true<');
  });

  it('answers HTTP 500 with a Fault to what is no call of its namespaces', async () => {
    expect(await finkokSend('stamp', 'nothing', {})).toContain('senv:Fault');
  });
});

const prodigiaSend = async (path: string, body: string, options: string[], user = prodigia.user) => {
  const query = new URLSearchParams({ contrato: prodigia.contract });
  for (const option of options) query.append('opciones', option);
  const authorization = `Basic ${b64(`${user}:${prodigia.password}`)}`;
  const answer = await fetch(`${prodigia.url}/servicio/rest${path}?${query.toString()}`, {
    ...{ method: 'POST', body, headers: { authorization, 'content-type': 'application/xml' } },
  });
  return answer.text();
};

describe('Prodigia', () => {
  it('says 307 with the stamp only where it is asked to, in JSON or XML', async () => {
    const xml = sealed();
    const first = await prodigiaSend('/timbrado40', xml, ['RESPUESTA_JSON']);
    expect(JSON.parse(first)).toMatchObject({ servicioTimbrado: { timbradoOk: true, codigo: 0 } });
    prodigia.faults.set({ codes: 'text' });
    expect(await prodigiaSend('/timbrado40', xml, ['RESPUESTA_JSON'])).not.toContain('xmlBase64');
    const again = await prodigiaSend('/timbrado40', xml, ['REGRESAR_CON_ERROR_307_XML']);
    expect(again).toContain('<codigo>307</codigo>');
    expect(again).toContain('<xmlBase64>');
  });

  it('blocks after three wrong log-ins', async () => {
    for (let i = 0; i < 3; i += 1) await prodigiaSend('/timbrado40', sealed(), [], 'nobody');
    expect(await prodigiaSend('/timbrado40', sealed(), [])).toContain('bloqueado');
    prodigia.unblock();
    expect(await prodigiaSend('/timbrado40', sealed(), [])).toContain('<codigo>0</codigo>');
  });
});

it('certificates by number, as the tax authority publishes them', async () => {
  const n = sat.world.pac('finkok').noCertificado;
  const parts = [n.slice(0, 6), n.slice(6, 12), n.slice(12, 14), n.slice(14, 16), n.slice(16, 18), n];
  const answer = await fetch(`${sat.url}/rccf/${parts.join('/')}.cer`);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(sat.world.pac('finkok').cer);
  expect(issuerCsd().cer.length).toBeGreaterThan(500);
});

it('signatures of the bulk download by the canonical XML that they name: with all namespaces in scope, or those in use', () => {
  const text = '<s:E xmlns:s="S" xmlns:d="D"><d:a z="1" b="&amp;2"><d:c/><Signature/></d:a></s:E>';
  const of = (inclusive: boolean) =>
    canonicalize(text, (name) => name === 'a', { inclusive, without: 'Signature' });
  const inside = ' b="&amp;2" z="1"><d:c></d:c></d:a>';
  expect(of(false)).toBe(`<d:a xmlns:d="D"${inside}`);
  expect(of(true)).toBe(`<d:a xmlns:d="D" xmlns:s="S"${inside}`);
});
