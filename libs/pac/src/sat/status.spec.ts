import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTcp } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { readXml } from '#cfdi';
import type { DocumentKey } from '../port.js';
import { Pace } from './pace.js';
import { satAuthority } from './status.js';

const UUID = '62B00C5E-4187-4336-B569-44E0030DC729';
const key: DocumentKey = {
  kind: 'comprobante',
  account: { organizationId: 'org', livemode: true },
  uuid: UUID,
  rfcEmisor: 'EKU9003173C9',
  receptor: { rfc: 'URE180429TM6' },
  total: '2010.010000',
  selloTail: 'AbCd+/==',
};
const FIELDS = {
  CodigoEstatus: 'S - Comprobante obtenido satisfactoriamente.',
  EsCancelable: 'Cancelable con aceptación',
  Estado: 'Vigente',
  EstatusCancelacion: '',
  ValidacionEFOS: '200',
};
const NOT_FOUND = {
  CodigoEstatus: 'N - 602: Comprobante no encontrado.',
  ...{ EsCancelable: '', Estado: 'No Encontrado', EstatusCancelacion: '', ValidacionEFOS: '' },
};
const soap = (fields: Record<string, string>): string =>
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
  '<ConsultaResponse xmlns="http://tempuri.org/"><ConsultaResult xmlns:a="urn:a" xmlns:i="urn:i">' +
  Object.entries(fields)
    .map(([name, value]) => (value === '' ? `<a:${name} i:nil="true"/>` : `<a:${name}>${value}</a:${name}>`))
    .join('') +
  '</ConsultaResult></ConsultaResponse></s:Body></s:Envelope>';

let server: Server;
let url: string;
let asked: { request: IncomingMessage; expression: string | undefined }[];
let answer: RequestListener;
const now = new Date('2026-11-27T18:00:00.000Z');
const authority = (timeoutMs = 30_000) =>
  satAuthority({ url: `${url}/ConsultaCFDIService.svc`, timeoutMs, gapMs: 0, now: () => now });
const says = (fields: Record<string, string>): void => {
  answer = (_, response) => void response.end(soap(fields));
};

beforeEach(async () => {
  asked = [];
  says(FIELDS);
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const read = readXml(body);
      const expression = read.ok ? read.value.children[0]?.children[0]?.children[0]?.text : undefined;
      asked.push({ request, expression });
      answer(request, response);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('the tax authority’s status of a Comprobante', () => {
  it('is asked for by the whole printed expression', async () => {
    expect(await authority().status(key)).toEqual({
      ...{ kind: 'status', at: now.toISOString(), estado: 'Vigente' },
      ...{ esCancelable: 'Cancelable con aceptación', efos: 'not_listed' },
    });
    expect(asked[0]?.expression).toBe(`?re=EKU9003173C9&rr=URE180429TM6&tt=2010.01&id=${UUID}&fe=AbCd+/==`);
    expect(asked[0]?.request.headers['soapaction']).toBe(
      '"http://tempuri.org/IConsultaCFDIService/Consulta"',
    );
  });

  it.each<[Partial<typeof FIELDS>, object]>([
    [{ Estado: 'Cancelado', EstatusCancelacion: 'Cancelado sin aceptación' }, { estado: 'Cancelado' }],
    [{ EstatusCancelacion: 'En proceso' }, { estado: 'Vigente', estatusCancelacion: 'En proceso' }],
    [NOT_FOUND, { estado: 'No Encontrado' }],
    [
      { ...NOT_FOUND, CodigoEstatus: 'N - 601: La expresión impresa no es válida.' },
      { estado: 'No Encontrado' },
    ],
    [{ ValidacionEFOS: '201' }, { efos: 'not_listed' }],
    [{ ValidacionEFOS: '100' }, { efos: 'listed' }],
    [{ ValidacionEFOS: '101' }, { efos: 'listed' }],
    [{ ValidacionEFOS: '104' }, { efos: 'listed' }],
    [{ ValidacionEFOS: '102' }, { efos: 'third_party_listed' }],
    [{ ValidacionEFOS: '103' }, { efos: 'third_party_listed' }],
  ])('says %o', async (fields, expected) => {
    says({ ...FIELDS, ...fields });
    expect(await authority().status(key)).toMatchObject({ kind: 'status', ...expected });
  });

  it.each(['', '999'])('says nothing of the list of 69-B where ValidacionEFOS is %j', async (code) => {
    says({ ...FIELDS, ValidacionEFOS: code });
    expect(await authority().status(key)).not.toHaveProperty('efos');
  });

  it('escapes "&" and "Ñ" once; and asks the other spelling of "&" before it believes "not found"', async () => {
    const odd = { ...key, rfcEmisor: 'H&E951128469', receptor: { rfc: 'HAÑ930228SM9' } };
    await authority().status(odd);
    expect(asked.map(({ expression }) => expression)).toEqual([
      `?re=H&E951128469&rr=HAÑ930228SM9&tt=2010.01&id=${UUID}&fe=AbCd+/==`,
    ]);
    says(NOT_FOUND);
    expect(await authority().status(odd)).toMatchObject({ estado: 'No Encontrado' });
    expect(asked.slice(1).map(({ expression }) => expression?.slice(0, 20))).toEqual([
      '?re=H&E951128469&rr=',
      '?re=H&amp;E951128469',
    ]);
  });
});

describe('nothing is known', () => {
  it.each<[string, RequestListener]>([
    ['HTTP 503', (_, r) => void r.writeHead(503).end(soap(FIELDS))],
    ['HTTP 500 with a fault', (_, r) => void r.writeHead(500).end('<Fault/>')],
    ['a page', (_, r) => void r.end('<html><body>Vigente</body></html>')],
    ['half an answer', (_, r) => void r.end(soap(FIELDS).slice(0, -30))],
    ['nothing', (_, r) => void r.end()],
    ['no state', (_, r) => void r.end(soap({ ...FIELDS, Estado: '' }))],
    ['a state that nobody knows', (_, r) => void r.end(soap({ ...FIELDS, Estado: 'Suspendido' }))],
    ['a word that nobody knows', (_, r) => void r.end(soap({ ...FIELDS, EstatusCancelacion: 'Quizás' }))],
    ['a DOCTYPE', (_, r) => void r.end(`<!DOCTYPE x [<!ENTITY a "b">]>${soap(FIELDS)}`)],
    ['300 kB', (_, r) => void r.end(' '.repeat(300_000) + soap(FIELDS))],
    ['no end of it in time', (_, r) => void r.write(soap(FIELDS).slice(0, 100))],
  ])('by %s', async (_, listener) => {
    answer = listener;
    expect((await authority(200).status(key)).kind).toBe('unavailable');
  });

  it('where nobody listens', async () => {
    const closed = createTcp().listen(0, '127.0.0.1');
    await new Promise((ready) => closed.once('listening', ready));
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    const nobody = satAuthority({ url: `http://127.0.0.1:${port}/x`, timeoutMs: 500, now: () => now });
    expect(await nobody.status(key)).toMatchObject({ kind: 'unavailable', trouble: 'not_reached' });
  });
});

describe('the status of retentions', () => {
  const retention: DocumentKey = { ...key, kind: 'retencion' };
  const page = (inside: string) => `<html><body><td>${UUID.toLowerCase()}</td>${inside}</body></html>`;
  it.each([
    ['<td><span>Cancelado</span></td><td id="tdFechaCancelacion">01/02/2026</td>', 'Cancelado'],
    ['<td><span class="x"> Vigente </span></td>', 'Vigente'],
    ['<script>var s = "<b>Cancelado</b>";</script><!-- <i>Cancelado</i> --><span>Vigente</span>', 'Vigente'],
  ])('is read off the page: %s', async (inside, estado) => {
    answer = (_, response) => void response.end(page(inside));
    expect(await authority().status(retention)).toEqual({ kind: 'status', estado, at: now.toISOString() });
    expect(asked[0]?.request.url).toBe(
      `/Home/ConsultaRetencion?folio=${UUID}&rfcEmisor=EKU9003173C9&rfcReceptor=URE180429TM6`,
    );
  });

  it.each([
    ['neither word', page('<p>No encontrado</p>')],
    ['both words', page('<span>Vigente</span><span>Cancelado</span>')],
    ['a sentence with the word', page('<p>Aquí verá si está Cancelado o no</p>')],
    ['another document', '<span>Vigente</span>'],
    ['a captcha', '<html>captcha</html>'],
  ])('is not known by %s', async (_, html) => {
    answer = (__, response) => void response.end(html);
    expect((await authority().status(retention)).kind).toBe('unavailable');
  });
});

describe('the pace of questions', () => {
  it('spaces them out, and sends away who would wait too long', async () => {
    const waits: number[] = [];
    const pause = async (ms: number) => void waits.push(ms);
    const pace = new Pace({ gapMs: 250, longestMs: 600, elapsed: () => 1_000, pause });
    expect(await Promise.all([1, 2, 3, 4].map(() => pace.turn()))).toEqual([true, true, true, false]);
    expect(waits).toEqual([250, 500]);
  });
});
