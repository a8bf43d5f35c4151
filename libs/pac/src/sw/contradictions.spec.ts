import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { maxAnswerOf } from '../answer-size.js';
import { MAX_ANSWER_BYTES } from '../http.js';
import type { PacAccount, StampOutcome } from '../port.js';
import { openScriptedServer, type ScriptedServer } from '../testing/scripted-server.js';
import { MADE_AT, makeStampMaker, type StampMaker } from '../testing/stamps.js';
import { SW_RFC } from './stamping.js';
import { SwPac } from './sw-pac.js';

/** What says in one breath that it stamped and that it did not: another PAC must not get the document. */

const ACCOUNT: PacAccount = { organizationId: 'a'.repeat(24), livemode: true };
const UUID = '0A1B2C3D-0000-4000-8000-000000000001';
let server: ScriptedServer;
let maker: StampMaker;
beforeAll(async () => {
  server = await openScriptedServer();
  maker = makeStampMaker(SW_RFC);
});
afterAll(() => server.close());

const stamp = (xml: string): Promise<StampOutcome> =>
  new SwPac(
    { url: server.url, apiUrl: server.url, user: undefined, password: undefined, token: 'lasting' },
    {
      certificates: maker.certificates,
      authority: { status: async () => ({ kind: 'unavailable', reason: 'not asked here' }) },
      ...{ timeoutMs: 5_000, sandbox: false, now: () => MADE_AT },
    },
  ).stamp({ kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml });

const say = (fields: object, status = 400): void =>
  server.say({
    status,
    body: JSON.stringify({ message: null, messageDetail: null, data: null, status: 'error', ...fields }),
  });

/** A refusal, an account, a balance: by themselves all of these are certain. */
const CERTAIN = [
  ['CFDI40119 - El total no corresponde.', 400],
  ['301 - Estructura inválida.', 400],
  ['402. El RFC no está en la LCO.', 400],
  ['CO1001 - Namespace.', 400],
  ['No cuenta con timbres disponibles.', 400],
  ['Xml CFDI33 no proporcionado o viene vacio.', 400],
  ['AU2000 - El usuario no es válido.', 401],
  ['Too many requests', 429],
] as const;

describe.each(CERTAIN)('SW says %s (HTTP %d)', (message, status) => {
  it('and nothing else: certainly not stamped', async () => {
    for (const data of [null, {}, { tfd: '', cfdi: ' ', uuid: null }, { uuid: UUID.replace(/[^-]/g, '0') }]) {
      say({ message, data }, status);
      expect(['refused', 'unavailable']).toContain((await stamp(await maker.document())).kind);
    }
  });

  it('beside a stamp that holds: stamped', async () => {
    const xml = await maker.document();
    const { timbre, tfd, cfdi } = await maker.stamp(xml);
    for (const more of [{ data: { tfd } }, { data: { cfdi, tfd } }, { messageDetail: cfdi }]) {
      say({ message, ...more }, status);
      expect(await stamp(xml)).toEqual({
        ...{ kind: 'stamped', duplicate: false },
        timbre: { ...timbre, xml: tfd },
      });
    }
  });

  it.each([
    ['a UUID in data', { data: { uuid: UUID.toLowerCase() } }],
    ['a UUID as a name in data', { data: { [UUID]: 201 } }],
    ['a seal of the SAT', { data: { selloSAT: 'AAAA' } }],
    ['a stamp that is none', { data: { tfd: '<tfd/>' } }],
    ['a stamp deeper inside', { data: { documents: [{ tfd: '<tfd/>' }] } }],
    ['data as a text', { data: '<tfd:TimbreFiscalDigital/>' }],
    ['a stamp beside data', { tfd: '<tfd:TimbreFiscalDigital/>' }],
    ['a messageDetail that is no text', { messageDetail: { uuid: UUID } }],
    ['XML in messageDetail', { messageDetail: ' <cfdi:Comprobante/>' }],
    ['a stamp within messageDetail', { messageDetail: 'Timbre: <tfd:TimbreFiscalDigital UUID=""/>' }],
    ['a UUID in messageDetail', { messageDetail: `Folio fiscal ${UUID}` }],
    ['another document’s stamp', { other: true }],
  ] as const)('beside %s: in doubt', async (_what, more) => {
    const other = 'other' in more ? (await maker.stamp(await maker.document())).tfd : undefined;
    say({ message, ...(other ? { data: { tfd: other } } : more) }, status);
    expect((await stamp(await maker.document())).kind).toBe('unknown');
  });
});

it.each([
  'CFDI40119 - El comprobante fue timbrado previamente.',
  '301 - El comprobante contiene un timbre previo.',
  '402 - Previamente timbrado.',
])('words of a stamp beside a refusal (%s) are in doubt', async (message) => {
  say({ message });
  expect((await stamp(await maker.document())).kind).toBe('unknown');
});

it('a UUID of the document itself, as of one that it names, does not make a refusal uncertain', async () => {
  const xml = (await maker.document()).replace(' Folio="', ` Serie="${UUID}" Folio="`);
  say({ message: 'CFDI40101 - El UUID relacionado no es válido.', messageDetail: UUID.toLowerCase() });
  expect(await stamp(xml)).toMatchObject({ kind: 'refused', code: 'CFDI40101' });
});

describe('a large document', () => {
  const large = async (bytes: number): Promise<string> =>
    (await maker.document()).replace(
      /(<\/\w+:Comprobante>)\s*$/,
      (end) => `<!--${'x'.repeat(bytes)}-->${end}`,
    );

  it('comes back, though its answer is larger than answers usually may be', async () => {
    const xml = await large(MAX_ANSWER_BYTES);
    const { timbre, tfd, cfdi } = await maker.stamp(xml);
    const body = JSON.stringify({ data: { tfd, cfdi }, status: 'success' });
    expect(body.length).toBeGreaterThan(MAX_ANSWER_BYTES);
    server.say({ body });
    expect(await stamp(xml)).toMatchObject({ kind: 'stamped', timbre: { uuid: timbre.uuid } });
  });

  it('is in doubt where the answer goes on for longer than it could be', async () => {
    const xml = await maker.document();
    const { tfd, cfdi } = await maker.stamp(xml);
    const body = JSON.stringify({ data: { tfd, cfdi }, status: 'success' });
    const padded = (bytes: number): string => body + ' '.repeat(bytes - Buffer.byteLength(body));
    server.say({ body: padded(maxAnswerOf(xml)) }, { body: padded(maxAnswerOf(xml) + 1) });
    expect((await stamp(xml)).kind).toBe('stamped');
    expect((await stamp(xml)).kind).toBe('unknown');
  });
});
