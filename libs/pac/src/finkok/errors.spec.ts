import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FixedClock } from '#kernel';
import { MAX_ANSWER_BYTES } from '../http.js';
import type { DocumentKind, FindOutcome, PacAccount, StampOutcome } from '../port.js';
import { openScriptedServer, type ScriptedServer } from '../testing/scripted-server.js';
import { MADE_AT, makeStampMaker, type StampMaker } from '../testing/stamps.js';
import { FinkokPac } from './finkok-pac.js';
import { FINKOK_RFC } from './stamping.js';
import { BEFORE, fault, field, incidencia, NEW, refusal, result, stampedAs } from './testing.js';

/** Every answer to a stamp request that is documented of Finkok, and those that others have recorded. */

const ACCOUNT: PacAccount = { organizationId: 'a'.repeat(24), livemode: true };
let server: ScriptedServer;
let maker: StampMaker;
beforeAll(async () => {
  server = await openScriptedServer();
  maker = makeStampMaker(FINKOK_RFC);
});
afterAll(() => server.close());

const PASSWORD = 'clave<&>de Finkok';
const finkok = (timeoutMs = 20_000, now = (): Date => MADE_AT): FinkokPac =>
  new FinkokPac(
    { url: server.url, user: 'u@x.mx', password: PASSWORD },
    {
      certificates: maker.certificates,
      authority: { status: async () => ({ kind: 'unavailable', reason: 'not asked here' }) },
      ...{ timeoutMs, sandbox: false, now },
    },
  );
const stamp = (xml: string, kind: DocumentKind = 'comprobante', timeoutMs?: number): Promise<StampOutcome> =>
  finkok(timeoutMs).stamp({ kind, requestId: 'r', account: ACCOUNT, xml });
const find = (xml: string): Promise<FindOutcome> =>
  finkok().find({ kind: 'comprobante', account: ACCOUNT, xml });
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const PREVIOUS = incidencia('307', 'El CFDI contiene un timbre previo');
const UUID = '0A1B2C3D-0000-4000-8000-000000000001';
const NONE = incidencia('603', 'El CFDI no contiene un timbre previo');

describe('Finkok stamps', () => {
  it('the sealed bytes, by the method that delivers to the SAT before it answers', async () => {
    const xml = await maker.document();
    const { timbre, cfdi } = await maker.stamp(xml);
    server.say(result('stamp', stampedAs(cfdi, timbre.uuid, NEW)));
    expect(await stamp(xml)).toMatchObject({
      ...{ kind: 'stamped', duplicate: false },
      timbre: { uuid: timbre.uuid, selloSat: timbre.selloSat },
    });
    const [request] = server.seen;
    expect(request).toMatchObject({
      ...{ method: 'POST', path: '/servicios/soap/stamp' },
      headers: { soapaction: '"stamp"', 'content-type': 'text/xml; charset=utf-8' },
    });
    expect(request?.body).toContain(
      `xmlns:s="http://facturacion.finkok.com/stamp"><e:Body><s:stamp><s:xml>${base64(xml)}</s:xml>` +
        '<s:username>u@x.mx</s:username><s:password>clave&lt;&amp;&gt;de Finkok</s:password></s:stamp>',
    );
  });

  it('retentions by their own service', async () => {
    const xml = await maker.document('retencion');
    const { timbre, cfdi } = await maker.stamp(xml);
    server.say(result('stamp', stampedAs(cfdi, timbre.uuid, NEW)));
    expect(await stamp(xml, 'retencion')).toMatchObject({ kind: 'stamped', timbre: { uuid: timbre.uuid } });
    expect(server.seen[0]?.path).toBe('/servicios/soap/retentions');
    expect(server.seen[0]?.body).toContain('xmlns:s="http://facturacion.finkok.com/retentions"');
  });

  it('whatever incidences come along', async () => {
    const xml = await maker.document();
    const { timbre, cfdi } = await maker.stamp(xml);
    const warned = stampedAs(cfdi, timbre.uuid, NEW, incidencia('708', 'x') + incidencia('CFDI40999', 'y'));
    server.say(result('stamp', warned));
    expect(await stamp(xml)).toMatchObject({ kind: 'stamped', duplicate: false });
  });

  it('without a list of incidences, and with the UUID in lower case', async () => {
    const xml = await maker.document();
    const { timbre, cfdi } = await maker.stamp(xml);
    server.say(
      result(
        'stamp',
        field('xml', cfdi) + field('UUID', timbre.uuid.toLowerCase()) + field('CodEstatus', NEW),
      ),
    );
    expect(await stamp(xml)).toMatchObject({ kind: 'stamped', timbre: { uuid: timbre.uuid } });
  });

  it('a large document, whose answer is larger than answers usually may be', async () => {
    const long = `<!--${'x'.repeat(4.5e6)}-->`;
    const xml = (await maker.document()).replace(/(<\/\w+:Comprobante>)\s*$/, (end) => long + end);
    const { timbre, cfdi } = await maker.stamp(xml);
    expect(cfdi.length).toBeGreaterThan(MAX_ANSWER_BYTES);
    server.say(result('stamp', stampedAs(cfdi, timbre.uuid, NEW)));
    expect(await stamp(xml)).toMatchObject({ kind: 'stamped', timbre: { uuid: timbre.uuid } });
  });

  it('never as another one: its stamp, a UUID beside it that is not its own, a PAC that it is not', async () => {
    const [xml, other] = [await maker.document(), await maker.document()];
    const [own, foreign] = [await maker.stamp(xml), await maker.stamp(other)];
    const stranger = await maker.stamp(xml, { rfcProvCertif: 'LSO1306189R5' });
    for (const said of [
      stampedAs(foreign.cfdi, foreign.timbre.uuid, NEW),
      stampedAs(own.cfdi, foreign.timbre.uuid, NEW),
      stampedAs(stranger.cfdi, stranger.timbre.uuid, NEW),
      stampedAs('<cfdi/>', own.timbre.uuid, NEW),
      field('UUID', own.timbre.uuid) + field('CodEstatus', NEW),
    ]) {
      server.say(result('stamp', said));
      expect((await stamp(xml)).kind).toBe('unknown');
    }
  });
});

describe('Finkok says 307', () => {
  it.each([
    ['with an incidence', BEFORE, PREVIOUS],
    ['by its words alone', BEFORE, ''],
    ['by the incidence alone', '', PREVIOUS],
  ])('and hands out the stamp, %s', async (_how, codEstatus, incidencias) => {
    const xml = await maker.document();
    const { timbre, cfdi } = await maker.stamp(xml);
    server.say(result('stamp', stampedAs(cfdi, timbre.uuid, codEstatus, incidencias)));
    expect(await stamp(xml)).toMatchObject({
      kind: 'stamped',
      duplicate: true,
      timbre: { uuid: timbre.uuid },
    });
    expect(server.seen).toHaveLength(1);
  });

  it('without it, and is asked until it has it: 603 is no answer then', async () => {
    const xml = await maker.document();
    const { timbre, cfdi } = await maker.stamp(xml);
    server.say(
      result('stamp', refusal(PREVIOUS, PREVIOUS)),
      result('stamped', refusal(NONE)),
      fault('timed out'),
      result('stamped', refusal(incidencia('300', 'x'))),
      result('stamped', stampedAs(cfdi, timbre.uuid, BEFORE)),
    );
    expect(await stamp(xml)).toMatchObject({
      kind: 'stamped',
      duplicate: true,
      timbre: { uuid: timbre.uuid },
    });
    const methods = server.seen.map(({ headers }) => headers['soapaction']);
    expect(methods).toEqual(['"stamp"', '"stamped"', '"stamped"', '"stamped"', '"stamped"']);
    expect(new Set(server.seen.map(({ body }) => /<s:xml>(.*)<\/s:xml>/.exec(body)?.[1]))).toEqual(
      new Set([base64(xml)]),
    );
  });

  it.each(['301', '701', '702'])(
    'by its words, beside %s and without it: asked for all the same',
    async (code) => {
      const xml = await maker.document();
      const { timbre, cfdi } = await maker.stamp(xml);
      server.say(
        result('stamp', field('CodEstatus', BEFORE) + refusal(incidencia(code, 'x'))),
        result('stamped', stampedAs(cfdi, timbre.uuid, BEFORE)),
      );
      expect(await stamp(xml)).toMatchObject({ kind: 'stamped', duplicate: true });
    },
  );

  it('without it for good: unknown, after ten questions and within its time', async () => {
    server.say(result('stamp', refusal(PREVIOUS)), result('stamped', refusal(NONE)));
    const outcome = await stamp(await maker.document(), 'comprobante', 2_500);
    expect(outcome.kind).toBe('unknown');
    expect(server.seen.length).toBeGreaterThan(1);
    expect(server.seen.length).toBeLessThanOrEqual(11);
  });

  it('and hands out the stamp of another document: unknown', async () => {
    const [xml, other] = [await maker.document(), await maker.document()];
    const { timbre, cfdi } = await maker.stamp(other);
    server.say(result('stamp', stampedAs(cfdi, timbre.uuid, BEFORE, PREVIOUS)));
    expect((await stamp(xml)).kind).toBe('unknown');
  });
});

const OF_SAT = 'CFDI40101 CFDI40119 CFDI40145 CRP20101 NOM132 Reten20101 CP144 CCE101'.split(' ');
const OF_PAC = '301 302 303 304 305 306 308 309 401 402 403 704 705 707 712'.split(' ');

describe('Finkok refuses', () => {
  it.each([...OF_SAT.map((code) => [code, 'sat'] as const), ...OF_PAC.map((code) => [code, 'pac'] as const)])(
    '%s, by the rules of %s',
    async (code, source) => {
      server.say(result('stamp', refusal(incidencia(code, 'El campo no cumple & "falla"'))));
      expect(await stamp(await maker.document())).toEqual({
        ...{ kind: 'refused', code, source, message: `${code}: El campo no cumple & "falla"` },
      });
    },
  );

  it('several things at once: the first one’s code, all their texts, each once', async () => {
    const [one, two] = [incidencia('CFDI40119', 'Total'), incidencia('CFDI40120', 'Moneda')];
    server.say(result('stamp', refusal(one, two, one)));
    expect(await stamp(await maker.document())).toMatchObject({
      ...{ kind: 'refused', code: 'CFDI40119', message: 'CFDI40119: Total | CFDI40120: Moneda' },
    });
  });
});

describe('Finkok could not', () => {
  it.each([
    ['300', 'El usuario o contraseña son inválidos', 'account'],
    ['501', 'Autenticación no válida', 'account'],
    ['701', 'La cuenta está suspendida', 'account'],
    ['703', 'El RFC está suspendido', 'account'],
    ['703', 'La cuenta no tiene timbres disponibles', 'balance'],
    ['706', 'El socio de negocios no es válido', 'account'],
  ])('take the account: %s %s', async (code, message, trouble) => {
    const said = { kind: 'unavailable', code, trouble };
    server.say(result('stamp', refusal(incidencia(code, message))));
    expect(await stamp(await maker.document())).toMatchObject(said);
    expect(server.seen).toHaveLength(1);
    server.say(result('stamped', refusal(incidencia(code, message))));
    expect(await find(await maker.document())).toMatchObject(said);
  });

  it('take the account, and says so in CodEstatus alone', async () => {
    server.say(result('stamp', field('CodEstatus', '300')));
    expect(await stamp(await maker.document())).toMatchObject({ kind: 'unavailable', trouble: 'account' });
  });

  it('be asked so often', async () => {
    const said = { status: 429, body: 'Too Many Requests' };
    server.say(said, { ...said, headers: { 'retry-after': '7' } });
    const outcome = await stamp(await maker.document());
    expect(outcome).toMatchObject({ kind: 'unavailable', trouble: 'too_many' });
    expect(outcome).not.toHaveProperty('retryAfterS');
    expect(await stamp(await maker.document())).toMatchObject({ kind: 'unavailable', retryAfterS: 7 });
  });

  it('be asked without credentials', async () => {
    server.say(result('stamp', ''));
    const pac = new FinkokPac(
      { url: server.url, user: 'u', password: undefined },
      {
        certificates: maker.certificates,
        authority: { status: async () => ({ kind: 'unavailable', reason: '' }) },
        ...{ timeoutMs: 20_000, sandbox: false },
      },
    );
    const xml = await maker.document();
    const outcome = await pac.stamp({ kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml });
    expect(outcome).toMatchObject({ kind: 'unavailable', trouble: 'account' });
    expect(server.seen).toHaveLength(0);
  });
});

describe('Finkok does not know the issuer (702)', () => {
  const UNKNOWN = result('stamp', refusal(incidencia('702', 'El RFC no está registrado')));
  const added = (success: string) =>
    result('add', field('success', success) + field('message', 'Account Created successfully'));

  it('and is told of it, on demand and without a CSD; then the document is sent again', async () => {
    const xml = await maker.document();
    const { timbre, cfdi } = await maker.stamp(xml);
    server.say(UNKNOWN, added('true'), result('stamp', stampedAs(cfdi, timbre.uuid, NEW)));
    expect(await stamp(xml)).toMatchObject({ kind: 'stamped', duplicate: false });
    expect(server.seen.map(({ path }) => path.split('/').pop())).toEqual(['stamp', 'registration', 'stamp']);
    expect(server.seen[1]?.body).toContain(
      '</s:reseller_password><s:taxpayer_id>EKU9003173C9</s:taxpayer_id><s:type_user>O</s:type_user></s:add>',
    );
  });

  it.each([
    ['does not take it', added('false')],
    ['answers with a fault', fault('no')],
  ])('and %s: the next PAC may have the document, and the operator is told', async (_what, said) => {
    server.say(UNKNOWN, said);
    const outcome = await stamp(await maker.document());
    expect(outcome).toMatchObject({ kind: 'unavailable', code: '702', trouble: 'issuer' });
    expect(server.seen).toHaveLength(2);
  });

  it('and gives no answer: it is told again some minutes later, and a stamp ends the matter', async () => {
    const clock = new FixedClock(MADE_AT);
    const pac = finkok(2_000, clock.now);
    const xml = await maker.document();
    const { timbre, cfdi } = await maker.stamp(xml);
    const send = (): Promise<StampOutcome> =>
      pac.stamp({ kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml });
    server.say(UNKNOWN, (_seen, response) => void response.destroy(), UNKNOWN);
    for (let n = 0; n < 2; n += 1) expect(await send()).toMatchObject({ trouble: 'issuer' });
    expect(server.seen).toHaveLength(3);
    clock.advance(5 * 60_000);
    const stamped = result('stamp', stampedAs(cfdi, timbre.uuid, NEW));
    server.say(UNKNOWN, added('true'), stamped, UNKNOWN, added('true'), stamped);
    for (let n = 0; n < 2; n += 1) expect((await send()).kind).toBe('stamped');
    expect(server.seen).toHaveLength(6);
  });

  it('and is told once, however many documents wait', async () => {
    const xml = await maker.document();
    const pac = finkok();
    server.say((seen, response) => {
      const said = seen.path.endsWith('registration') ? added('true') : UNKNOWN;
      if (!('body' in said)) throw new Error();
      response.end(said.body);
    });
    const request = { kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml } as const;
    const outcomes = await Promise.all([1, 2, 3].map(() => pac.stamp(request)));
    await pac.stamp(request);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(server.seen.filter(({ path }) => path.endsWith('registration'))).toHaveLength(1);
  });
});

describe('Finkok is asked', () => {
  it('and has it, has it not, or does not say', async () => {
    const xml = await maker.document();
    const { timbre, cfdi } = await maker.stamp(xml);
    server.say(result('stamped', stampedAs(cfdi, timbre.uuid, BEFORE)));
    expect(await find(xml)).toMatchObject({ kind: 'found', timbre: { uuid: timbre.uuid } });
    expect(server.seen[0]?.body).toContain(`<s:stamped><s:xml>${base64(xml)}</s:xml>`);
    server.say(result('stamped', refusal(NONE, NONE)));
    expect(await find(xml)).toEqual({ kind: 'not_found' });
    const other = await maker.stamp(await maker.document());
    for (const said of [
      result('stamped', stampedAs(other.cfdi, other.timbre.uuid, BEFORE)),
      result('stamped', refusal(PREVIOUS)),
      // What says two things says nothing.
      result('stamped', refusal(NONE, PREVIOUS)),
      result('stamped', refusal(NONE, incidencia('708', 'x'))),
      result('stamped', field('CodEstatus', BEFORE) + refusal(NONE)),
      result('stamped', field('CodEstatus', NEW) + refusal(NONE)),
      result('stamped', field('UUID', UUID) + refusal(NONE)),
      result('stamped', refusal(incidencia('301', 'x'))),
      result('stamped', ''),
      result('stamp', refusal(NONE)),
      fault('UUID No Encontrado'),
      { status: 200, body: '<html><body>603</body></html>' },
      { status: 503, body: '603' },
    ]) {
      server.say(said);
      expect((await find(xml)).kind).toBe('unavailable');
    }
  });
});

describe('nothing is certain', () => {
  const none = refusal(incidencia('301', 'x'));
  it.each([
    [
      '708, the SAT was not reached',
      result('stamp', refusal(incidencia('708', 'No se pudo conectar al SAT'))),
    ],
    ['708 beside a refusal', result('stamp', refusal(incidencia('301', 'x'), incidencia('708', 'y')))],
    ...['HTTP503', 'ORA00942', 'ERR0001'].map(
      (code) =>
        [`a code of a program, ${code}`, result('stamp', refusal(incidencia(code, 'Algo pasó')))] as const,
    ),
    ['a code that nobody documents', result('stamp', refusal(incidencia('999', 'Algo pasó')))],
    ['603, which only the question has', result('stamp', refusal(NONE))],
    ['a fault', fault("'NoneType' object has no attribute 'text'")],
    ['a fault with status 200', fault('timed out', 200)],
    ['a refusal with status 500', result('stamp', none, 500)],
    ['HTTP 403 of a wall', { status: 403, body: 'Forbidden' }],
    ['HTTP 503 of a proxy', { status: 503, body: '<html><body>Service Unavailable</body></html>' }],
    ['HTML in place of the answer', { status: 200, body: '<html><body>Mantenimiento<br></body></html>' }],
    ['XML that ends in its middle', { status: 200, body: '<senv:Envelope xmlns:senv="x"><senv:Body>' }],
    ['the answer to another question', result('stamped', none)],
    ['no incidence and no stamp', result('stamp', '<s0:xml/><s0:Incidencias/>')],
    ['success without a stamp', result('stamp', field('CodEstatus', NEW))],
    // Refused or not processed, and stamped as well: another PAC must not get it.
    ['a refusal beside words of success', result('stamp', field('CodEstatus', NEW) + none)],
    [
      'a suspended account beside words of success',
      result('stamp', field('CodEstatus', NEW) + refusal(incidencia('701', 'x'))),
    ],
    ['a refusal beside a UUID', result('stamp', field('UUID', UUID) + none)],
    [
      'an unknown issuer beside a UUID',
      result('stamp', field('UUID', UUID) + refusal(incidencia('702', 'x'))),
    ],
    ['nothing at all', { status: 200, body: '' }],
  ] as const)('%s', async (_what, said) => {
    server.say(said);
    expect((await stamp(await maker.document())).kind).toBe('unknown');
    expect(server.seen).toHaveLength(1);
  });

  it('a fault that repeats the password does not hand it on', async () => {
    server.say(fault(`login('u@x.mx', '${PASSWORD}') failed`));
    const outcome = await stamp(await maker.document());
    expect(JSON.stringify(outcome)).toContain('failed');
    expect(JSON.stringify(outcome)).not.toContain(PASSWORD);
  });
});
