import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PacAccount, StampOutcome } from '../port.js';
import { openScriptedServer, type ScriptedAnswer, type ScriptedServer } from '../testing/scripted-server.js';
import { MADE_AT, makeStampMaker, type StampMaker } from '../testing/stamps.js';
import { customId, SW_RFC } from './stamping.js';
import { SwPac } from './sw-pac.js';

/** Every answer to a stamp request that SW documents, and those that others have recorded. */

const ACCOUNT: PacAccount = { organizationId: 'a'.repeat(24), livemode: true };
let server: ScriptedServer;
let maker: StampMaker;
let alarms: string[];
beforeAll(async () => {
  server = await openScriptedServer();
  maker = makeStampMaker(SW_RFC);
});
afterAll(() => server.close());
beforeEach(() => {
  alarms = [];
});

/** With a token that lasts: the script is about stamps alone. */
const sw = (): SwPac =>
  new SwPac(
    { url: server.url, apiUrl: server.url, user: undefined, password: undefined, token: 'lasting' },
    {
      certificates: maker.certificates,
      authority: { status: async () => ({ kind: 'unavailable', reason: 'not asked here' }) },
      ...{ timeoutMs: 20_000, sandbox: false, now: () => MADE_AT },
      alarm: (_pac, what) => alarms.push(what),
    },
  );
const stamp = (xml: string, kind: 'comprobante' | 'retencion' = 'comprobante'): Promise<StampOutcome> =>
  sw().stamp({ kind, requestId: 'r', account: ACCOUNT, xml });
const answer = (body: object, status = 400): ScriptedAnswer => ({ status, body: JSON.stringify(body) });
const error = (message: string, messageDetail: string | null = null, data: object | null = null) =>
  answer({ message, messageDetail, data, status: 'error' });

describe('SW stamps', () => {
  it('sends the sealed bytes under an id that is made of them, with the token', async () => {
    const xml = await maker.document();
    const { timbre, tfd, cfdi } = await maker.stamp(xml);
    server.say(answer({ data: { tfd, cfdi }, status: 'success' }, 200));
    expect(await stamp(xml)).toEqual({ kind: 'stamped', timbre: { ...timbre, xml: tfd }, duplicate: false });
    const [request] = server.seen;
    expect(request).toMatchObject({
      ...{ method: 'POST', path: '/v4/cfdi33/stamp/v2' },
      headers: { authorization: 'Bearer lasting', customid: customId(xml) },
    });
    expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=\S+$/);
    expect(request?.body).toContain(
      'name="xml"; filename="xml"\r\nContent-Type: text/xml\r\n\r\n' + xml + '\r\n--',
    );
    expect(customId(xml)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('retentions by their own path, which hands out the document', async () => {
    const xml = await maker.document('retencion');
    const { tfd, cfdi } = await maker.stamp(xml);
    server.say(answer({ data: { retencion: cfdi }, status: 'success' }, 200));
    expect(await stamp(xml, 'retencion')).toMatchObject({ kind: 'stamped', timbre: { xml: tfd } });
    expect(server.seen[0]?.path).toBe('/retencion/stamp/v3');
  });
});

const PREVIOUS = '307. El comprobante contiene un timbre previo.';

describe('SW says 307', () => {
  it.each([
    ['data of both', (tfd: string, cfdi: string) => error(PREVIOUS, null, { tfd, cfdi })],
    ['data of the stamp alone', (tfd: string) => error(PREVIOUS, null, { tfd, cfdi: null })],
    ['data of the document alone', (_: string, cfdi: string) => error(PREVIOUS, null, { cfdi })],
    ['the document in messageDetail', (_: string, cfdi: string) => error(PREVIOUS, cfdi)],
    [
      'another way to write it',
      (tfd: string) => error('307 - El comprobante contiene un timbre previo', '', { tfd }),
    ],
    ['status 200', (tfd: string) => answer({ message: PREVIOUS, data: { tfd }, status: 'error' }, 200)],
  ] as const)('with %s: the first stamp', async (_what, say) => {
    const xml = await maker.document();
    const { timbre, tfd, cfdi } = await maker.stamp(xml);
    server.say(say(tfd, cfdi));
    expect(await stamp(xml)).toEqual({ kind: 'stamped', timbre: { ...timbre, xml: tfd }, duplicate: true });
  });

  it('without the stamp, with another’s, or with two: unknown', async () => {
    const [xml, other] = [await maker.document(), await maker.document()];
    const [own, foreign, second] = [await maker.stamp(xml), await maker.stamp(other), await maker.stamp(xml)];
    for (const said of [
      error(PREVIOUS),
      error(PREVIOUS, 'sin datos', {}),
      error(PREVIOUS, null, { tfd: foreign.tfd }),
      error(PREVIOUS, foreign.cfdi),
      error(PREVIOUS, null, { tfd: own.tfd, cfdi: second.cfdi }),
    ]) {
      server.say(said);
      expect((await stamp(xml)).kind).toBe('unknown');
    }
  });
});

it('CFDI3307, the stamp of other bytes under our id, is never taken, and raises an alarm', async () => {
  const xml = await maker.document();
  const { tfd } = await maker.stamp(await maker.document());
  const said = 'CFDI3307 - Timbre duplicado. El customId proporcionado está duplicado.';
  server.say(error(said, '', { tfd, cfdi: null }));
  expect(await stamp(xml)).toEqual({ kind: 'unknown', reason: `SW: ${said}` });
  expect(alarms).toEqual([`customid ${customId(xml)} has the stamp of other bytes (CFDI3307)`]);
});

/** Of the SAT's matrices: documents, retentions, and complements. */
const OF_SAT = 'CFDI40101 CFDI40119 CFDI40147 Reten20101 CRP20101 NOM132 CP144 CCE101'.split(' ');
/** Of SW's page of error codes. */
const OF_SW =
  '301 302 303 304 305 306 308 401 402 403 CO1001 CO1002 CO1003 CO1004 CO1005 CC2001 CC3001 CC3002'.split(
    ' ',
  );

describe('SW refuses', () => {
  it.each([...OF_SAT.map((code) => [code, 'sat'] as const), ...OF_SW.map((code) => [code, 'pac'] as const)])(
    '%s, by the rules of %s',
    async (code, source) => {
      server.say(error(`${code} - El campo no cumple.`, 'Se esperaba otra cosa.'));
      expect(await stamp(await maker.document())).toEqual({
        ...{ kind: 'refused', code, source },
        message: `${code} - El campo no cumple. | Se esperaba otra cosa.`,
      });
    },
  );

  it('an empty document, without a code', async () => {
    server.say(error('Xml CFDI33 no proporcionado o viene vacio.'));
    expect(await stamp(await maker.document())).toMatchObject({
      kind: 'refused',
      code: 'SW0',
      source: 'pac',
    });
  });
});

describe('SW could not', () => {
  it.each([
    ['AU2000 - El usuario y/o contraseña son inválidos.', 'AU2000'],
    ['AU4101 - El token proporcionado viene vacio.', 'AU4101'],
    ['AU1001 - Token expirado', 'AU1001'],
  ])('take the account: %s', async (message, code) => {
    server.say(answer({ message, messageDetail: null, data: null, status: 'error' }, 401));
    expect(await stamp(await maker.document())).toMatchObject({
      kind: 'unavailable',
      trouble: 'account',
      code,
    });
    // A token that lasts is all there is: it is not tried twice.
    expect(server.seen).toHaveLength(1);
  });

  it('read the token', async () => {
    server.say(error('El token debe contener 3 partes'));
    expect(await stamp(await maker.document())).toMatchObject({ kind: 'unavailable', trouble: 'account' });
  });

  it.each([
    'No cuenta con timbres disponibles.',
    'Saldo insuficiente.',
    'El usuario no tiene saldo para timbrar.',
    'Timbres agotados, favor de adquirir un paquete.',
  ])('stamp for want of balance: %s', async (message) => {
    server.say(error(message));
    expect(await stamp(await maker.document())).toMatchObject({ kind: 'unavailable', trouble: 'balance' });
  });

  it('be asked so often', async () => {
    const said = { status: 429, body: 'Too Many Requests' };
    server.say(said, { ...said, headers: { 'retry-after': '7' } });
    const outcome = await stamp(await maker.document());
    expect(outcome).toMatchObject({ kind: 'unavailable', trouble: 'too_many' });
    expect(outcome).not.toHaveProperty('retryAfterS');
    expect(await stamp(await maker.document())).toMatchObject({ kind: 'unavailable', retryAfterS: 7 });
  });
});

describe('nothing is certain', () => {
  it.each([
    ['CO1000, their own error', error('CO1000 - Error no controlado', 'NullReferenceException')],
    ['an error without a text', answer({ status: 'error', message: null, data: null })],
    ['a code that nobody documents', error('9999 - Algo pasó')],
    [
      'a text about stamps that says nothing of the balance',
      error('Ocurrió un error al guardar los timbres.'),
    ],
    ['HTTP 500, whatever it says', answer({ status: 'error', message: '301 - Estructura', data: null }, 500)],
    ['HTTP 503 of a proxy', { status: 503, body: '<html><body>Service Unavailable</body></html>' }],
    ['HTML in place of JSON', { status: 200, body: '<html><body>Mantenimiento</body></html>' }],
    ['JSON that ends in its middle', { status: 200, body: '{"data":{"tfd":"<tfd:Timbre' }],
    ['JSON of another shape', { status: 200, body: '["success"]' }],
    ['success without a stamp', answer({ data: {}, status: 'success' }, 200)],
    ['success with null', answer({ data: null, status: 'success' }, 200)],
    ['a stamp that is none', answer({ data: { tfd: '<tfd/>', cfdi: 1 }, status: 'success' }, 200)],
    ['nothing at all', { status: 200, body: '' }],
  ] as const)('%s', async (_what, said) => {
    server.say(said);
    expect((await stamp(await maker.document())).kind).toBe('unknown');
    expect(server.seen).toHaveLength(1);
  });
});
