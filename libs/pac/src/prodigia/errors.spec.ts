import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_ANSWER_BYTES } from '../http.js';
import type { PacAccount, StampOutcome } from '../port.js';
import { openScriptedServer, type ScriptedServer } from '../testing/scripted-server.js';
import { MADE_AT, makeStampMaker, type StampMaker } from '../testing/stamps.js';
import { ProdigiaPac } from './prodigia-pac.js';
import { PRODIGIA_RFC, stampPath } from './stamping.js';
import { failed, stampedAs, timbrado } from './testing.js';

/** Every answer to a stamp request that is documented of Prodigia, and those that others have recorded. */

const ACCOUNT: PacAccount = { organizationId: 'a'.repeat(24), livemode: true };
let server: ScriptedServer;
let maker: StampMaker;
beforeAll(async () => {
  server = await openScriptedServer();
  maker = makeStampMaker(PRODIGIA_RFC);
});
afterAll(() => server.close());

const prodigia = (contract: string | undefined = 'c-1'): ProdigiaPac =>
  new ProdigiaPac(
    { url: `${server.url}/servicio/rest`, contract, user: 'u@x.mx', password: 'contraseña:1' },
    {
      certificates: maker.certificates,
      authority: { status: async () => ({ kind: 'unavailable', reason: 'not asked here' }) },
      ...{ timeoutMs: 20_000, sandbox: false, now: () => MADE_AT },
    },
  );
const stamp = (xml: string, pac = prodigia()): Promise<StampOutcome> =>
  pac.stamp({ kind: 'comprobante', requestId: 'r', account: ACCOUNT, xml });

describe('Prodigia stamps', () => {
  it('the sealed bytes as they are, with two options and no header Accept', async () => {
    const xml = await maker.document();
    const { timbre, cfdi } = await maker.stamp(xml);
    server.say(stampedAs(cfdi, { UUID: timbre.uuid }));
    expect(await stamp(xml)).toMatchObject({
      ...{ kind: 'stamped', duplicate: false },
      timbre: { uuid: timbre.uuid, selloSat: timbre.selloSat },
    });
    const [request] = server.seen;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/servicio/rest/timbrado40?contrato=c-1&opciones=RESPUESTA_JSON&opciones=REGRESAR_CON_ERROR_307_XML',
      headers: {
        authorization: `Basic ${Buffer.from('u@x.mx:contraseña:1').toString('base64')}`,
        'content-type': 'application/xml',
      },
      body: xml,
    });
    expect(request?.headers).not.toHaveProperty('accept');
  });

  it.each([
    ['codigo as text', { codigo: '0', timbradoOk: 'true' }],
    ['a UUID in lower case', { UUID: 'lower' }],
    ['no UUID beside the stamp', {}],
  ])('with %s', async (_what, fields) => {
    const xml = await maker.document();
    const { timbre, cfdi } = await maker.stamp(xml);
    const uuid = 'UUID' in fields ? { UUID: timbre.uuid.toLowerCase() } : {};
    server.say(stampedAs(cfdi, { ...fields, ...uuid }));
    expect(await stamp(xml)).toMatchObject({ kind: 'stamped', timbre: { uuid: timbre.uuid } });
  });

  it('and answers in XML where the option is not heeded', async () => {
    const xml = await maker.document();
    const { timbre, cfdi } = await maker.stamp(xml);
    const encoded = Buffer.from(cfdi).toString('base64');
    server.say({
      body: `\uFEFF<?xml version="1.0"?><servicioTimbrado><timbradoOk>true</timbradoOk><codigo>0</codigo><xmlBase64>${encoded}</xmlBase64></servicioTimbrado>`,
    });
    expect(await stamp(xml)).toMatchObject({ kind: 'stamped', timbre: { uuid: timbre.uuid } });
  });

  it('a large document, whose answer is larger than answers usually may be', async () => {
    const long = `<!--${'x'.repeat(4.5e6)}-->`;
    const xml = (await maker.document()).replace(/(<\/\w+:Comprobante>)\s*$/, (end) => long + end);
    const { timbre, cfdi } = await maker.stamp(xml);
    expect(cfdi.length).toBeGreaterThan(MAX_ANSWER_BYTES);
    server.say(stampedAs(cfdi, { UUID: timbre.uuid }));
    expect(await stamp(xml)).toMatchObject({ kind: 'stamped', timbre: { uuid: timbre.uuid } });
  });

  it('never as another one: its stamp, a UUID beside it that is not its own, a PAC that it is not', async () => {
    const [xml, other] = [await maker.document(), await maker.document()];
    const [own, foreign] = [await maker.stamp(xml), await maker.stamp(other)];
    const stranger = await maker.stamp(xml, { rfcProvCertif: 'LSO1306189R5' });
    for (const said of [
      stampedAs(foreign.cfdi),
      stampedAs(own.cfdi, { UUID: foreign.timbre.uuid }),
      stampedAs(stranger.cfdi),
      stampedAs(own.cfdi, { timbradoOk: false }),
      stampedAs('<cfdi/>'),
      stampedAs(own.cfdi, { xmlBase64: 'no es base64' }),
    ]) {
      server.say(said);
      expect((await stamp(xml)).kind).toBe('unknown');
    }
  });

  it('in the sandbox never by the path of real stamps', () => {
    const real = 'https://timbrado.pade.mx/servicio/rest';
    expect(stampPath(real, false)).toBe('/timbrado40');
    expect(stampPath(real, true)).toBe('/timbrado40Prueba');
    expect(stampPath('https://pruebas.pade.mx/servicio/rest', true)).toBe('/timbrado40');
  });
});

describe('Prodigia says 307', () => {
  it.each([
    [true, 307],
    [true, '307'],
    [false, 307],
    [false, '307'],
  ])('with the stamp (timbradoOk %s, codigo %j)', async (timbradoOk, codigo) => {
    const xml = await maker.document();
    const { timbre, cfdi } = await maker.stamp(xml);
    server.say(stampedAs(cfdi, { timbradoOk, codigo, mensaje: 'Timbre previo.' }));
    expect(await stamp(xml)).toMatchObject({
      kind: 'stamped',
      duplicate: true,
      timbre: { uuid: timbre.uuid },
    });
  });

  it('without it, or with another document’s: unknown', async () => {
    const [xml, other] = [await maker.document(), await maker.document()];
    const { cfdi } = await maker.stamp(other);
    for (const said of [failed(307), failed('307'), stampedAs(cfdi, { codigo: 307 })]) {
      server.say(said);
      expect((await stamp(xml)).kind).toBe('unknown');
    }
  });
});

const OF_SAT = 'CFDI40101 CFDI40119 CFDI40145 CRP20101 NOM132 CP144 CCE101'.split(' ');
const OF_PAC = '3 301 302 303 304 305 306 308 401 402 403'.split(' ');

describe('Prodigia refuses', () => {
  it.each([...OF_SAT.map((code) => [code, 'sat'] as const), ...OF_PAC.map((code) => [code, 'pac'] as const)])(
    '%s, by the rules of %s',
    async (code, source) => {
      const refused = { kind: 'refused', code, source, message: 'El campo Total no cumple.' };
      server.say(failed(code, 'El campo Total no cumple.'));
      expect(await stamp(await maker.document())).toEqual(refused);
      server.say(failed(/^\d+$/.test(code) ? Number(code) : code, ' El campo Total no cumple.| '));
      expect(await stamp(await maker.document())).toEqual(refused);
    },
  );

  it('several things at once, joined by a pipe', async () => {
    server.say(failed('CFDI40119|CFDI40120', 'El campo Total…|El campo Moneda…'));
    expect(await stamp(await maker.document())).toMatchObject({
      ...{ kind: 'refused', code: 'CFDI40119', message: 'El campo Total… | El campo Moneda…' },
    });
  });
});

describe('Prodigia could not', () => {
  it.each([
    [1, 'Usuario o contraseña incorrectos.', 'account'],
    ['1', 'Usuario bloqueado.', 'account'],
    [2, 'Contrato inválido o vencido.', 'account'],
    ['2', 'El contrato no tiene timbres disponibles.', 'balance'],
    [5, 'Servicio fuera de línea por mantenimiento.', 'maintenance'],
    ['5', 'Servicio fuera de línea.', 'maintenance'],
  ])('%j: %s', async (code, message, trouble) => {
    server.say(failed(code, message));
    expect(await stamp(await maker.document())).toMatchObject({
      ...{ kind: 'unavailable', code: String(code), trouble, reason: `Prodigia: ${message}` },
    });
  });

  it('be asked so often', async () => {
    const said = { status: 429, body: 'Too Many Requests' };
    server.say(said, { ...said, headers: { 'retry-after': '7' } });
    const outcome = await stamp(await maker.document());
    expect(outcome).toMatchObject({ kind: 'unavailable', trouble: 'too_many' });
    expect(outcome).not.toHaveProperty('retryAfterS');
    expect(await stamp(await maker.document())).toMatchObject({ kind: 'unavailable', retryAfterS: 7 });
  });

  it('be asked without a contract', async () => {
    server.say(failed(2));
    const pac = new ProdigiaPac(
      { url: server.url, contract: undefined, user: 'u', password: 'p' },
      {
        certificates: maker.certificates,
        authority: { status: async () => ({ kind: 'unavailable', reason: '' }) },
        ...{ timeoutMs: 20_000, sandbox: false },
      },
    );
    expect(await stamp(await maker.document(), pac)).toMatchObject({
      kind: 'unavailable',
      trouble: 'account',
    });
    expect(server.seen).toHaveLength(0);
  });

  it('take retentions: nothing is sent', async () => {
    server.say(failed(3));
    const pac = prodigia();
    const request = { kind: 'retencion', requestId: 'r', account: ACCOUNT } as const;
    const said = { kind: 'unavailable', reason: 'retentions are not supported by this adapter' };
    expect(await pac.stamp({ ...request, xml: await maker.document('retencion') })).toEqual(said);
    expect(await pac.cancel({ ...request, xml: '<x/>' })).toEqual(said);
    expect(server.seen).toHaveLength(0);
  });
});

/** Not processed or refused, and stamped as well: another PAC must not get it. */
const CERTAIN = [1, 2, 5, 3, 301, 402, 'CFDI40119', '301|302'] as const;
const UUID = '0A1B2C3D-0000-4000-8000-000000000001';

describe('nothing is certain of what says that it stamped, and that it did not', () => {
  it.each(
    CERTAIN.flatMap((codigo) =>
      [
        { timbradoOk: true },
        { timbradoOk: 'true' },
        { UUID },
        { UUID: UUID.toLowerCase() },
        { xmlBase64: Buffer.from('<cfdi/>').toString('base64') },
        { selloSAT: 'AAAA' },
        { mensaje: 'El CFDI contiene un timbre previo' },
        { mensaje: 'El comprobante fue timbrado previamente.' },
      ].map((fields) => [codigo, fields] as const),
    ),
  )('%j beside %j', async (codigo, fields) => {
    server.say(timbrado({ timbradoOk: false, codigo, mensaje: 'Algo falla.', ...fields }));
    expect((await stamp(await maker.document())).kind).toBe('unknown');
  });

  it.each([
    ['empty fields', { UUID: '', xmlBase64: '', selloSAT: ' ', FechaTimbrado: null }],
    ['a UUID of none', { UUID: '00000000-0000-0000-0000-000000000000' }],
    ['a UUID that is none', { UUID: 'null' }],
  ])('but %s are no stamp', async (_what, fields) => {
    server.say(timbrado({ timbradoOk: false, codigo: 301, mensaje: 'XML mal formado', ...fields }));
    expect(await stamp(await maker.document())).toMatchObject({ kind: 'refused', code: '301' });
  });

  it.each(['301|307', '307|301', ' 1 | 307 '])('307 among several codes (%j) is 307', async (codigo) => {
    const xml = await maker.document();
    const { timbre, cfdi } = await maker.stamp(xml);
    server.say(failed(codigo), stampedAs(cfdi, { codigo, timbradoOk: false }));
    expect((await stamp(xml)).kind).toBe('unknown');
    expect(await stamp(xml)).toMatchObject({
      ...{ kind: 'stamped', duplicate: true },
      timbre: { uuid: timbre.uuid },
    });
  });
});

describe('nothing is certain', () => {
  it.each([
    ['a code that is not of stamps', failed(602)],
    ['a code that nobody documents', failed('999')],
    ['an unknown code beside a refusal', failed('301|HTTP503')],
    ['an unknown code beside a refused account', failed('2|999')],
    ...['HTTP503', 'ORA00942', 'ERR0001'].map(
      (code) => [`a code of a program, ${code}`, failed(code)] as const,
    ),
    ['no code', timbrado({ timbradoOk: false, mensaje: 'Algo pasó' })],
    ['nothing but true', timbrado({ timbradoOk: true })],
    ['success without a stamp', timbrado({ timbradoOk: true, codigo: 0 })],
    ['a refusal with HTTP 500', timbrado({ timbradoOk: false, codigo: 301 }, 500)],
    ['HTTP 406', { status: 406, body: '<h1>406</h1>' }],
    ['HTTP 403 of a wall', { status: 403, body: 'Forbidden' }],
    ['HTTP 503 of a proxy', { status: 503, body: '<html><body>Service Unavailable</body></html>' }],
    ['HTML in place of the answer', { status: 200, body: '<html><body>Mantenimiento<br></body></html>' }],
    ['JSON that ends in its middle', { status: 200, body: '{"servicioTimbrado":{"codigo":301' }],
    ['JSON of another service', { status: 200, body: '{"servicioConsulta":{"codigo":301}}' }],
    ['JSON of another shape', { status: 200, body: '[{"servicioTimbrado":{"codigo":301}}]' }],
    ['a code that is an object', timbrado({ codigo: { toString: '301' } })],
    ['nothing at all', { status: 200, body: '' }],
  ] as const)('%s', async (_what, said) => {
    server.say(said);
    expect((await stamp(await maker.document())).kind).toBe('unknown');
    expect(server.seen).toHaveLength(1);
  });
});
