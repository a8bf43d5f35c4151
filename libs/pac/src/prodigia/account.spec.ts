import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatusOutcome } from '../port.js';
import { openScriptedServer, type ScriptedAnswer, type ScriptedServer } from '../testing/scripted-server.js';
import { MADE_AT } from '../testing/stamps.js';
import { ProdigiaPac } from './prodigia-pac.js';

const RFC = 'EKU9003173C9';
const SAID: StatusOutcome = { kind: 'status', at: MADE_AT.toISOString(), estado: 'Vigente' };
let server: ScriptedServer;
beforeAll(async () => {
  server = await openScriptedServer();
});
afterAll(() => server.close());
const prodigia = (): ProdigiaPac =>
  new ProdigiaPac(
    { url: server.url, contract: 'c', user: 'u', password: 'p' },
    {
      certificates: { byNumber: async () => 'unavailable' },
      authority: { status: async () => SAID },
      ...{ timeoutMs: 20_000, sandbox: false, now: () => MADE_AT },
    },
  );
const consulta = (fields: object): ScriptedAnswer => ({
  headers: { date: 'Sat, 21 Nov 2026 15:05:30 GMT' },
  body: JSON.stringify({ servicioConsulta: fields }),
});

describe('the probe', () => {
  it.each(['true', ' TRUE ', '{"disponible":true}', '<r>true</r>', ''])(
    'is open (%j), and takes the account',
    async (open) => {
      server.say({ body: open }, consulta({ consultaOk: false, codigo: 602, mensaje: 'No existe' }));
      expect(await prodigia().probe()).toEqual({ kind: 'well', clockAheadMs: 30_000 });
      expect(server.seen[0]?.headers).not.toHaveProperty('authorization');
      for (const { headers } of server.seen) expect(headers).not.toHaveProperty('accept');
      expect(server.seen[1]?.path).toContain('/consulta/cfdPorUUID?contrato=c&uuid=00000000-');
    },
  );

  it.each([
    ['false', { body: 'false' }],
    ['in JSON', { body: '{"disponible": false}' }],
    ['in XML', { body: '<r><disponible> false </disponible></r>' }],
    ['by its code', { body: '{"servicio":{"codigo": "5"}}' }],
    ['HTTP 503', { status: 503, body: '' }],
  ])('is closed: %s', async (_what, said) => {
    server.say(said);
    expect(await prodigia().probe()).toMatchObject({ kind: 'unavailable', trouble: 'maintenance' });
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ['account', { codigo: '2', mensaje: 'Contrato vencido' }],
    ['account', { codigo: 1 }],
    ['maintenance', { codigo: 5 }],
  ])('is refused: %s', async (trouble, fields) => {
    server.say({ body: 'true' }, consulta(fields));
    expect(await prodigia().probe()).toMatchObject({ kind: 'unavailable', trouble });
  });

  it('gets no answer of its own', async () => {
    server.say({ body: 'true' }, { body: '<html/>' });
    expect(await prodigia().probe()).toMatchObject({ kind: 'unavailable', trouble: 'maintenance' });
  });
});

describe('the list', () => {
  const LCO =
    '<ResultConsultaRfcLco codigo="0" consultaOk="true" rfc="X"><lcoItem rfc="X" validez="1"/><lcoItem/></ResultConsultaRfcLco>';
  it.each([
    ['listed', consulta({ consultaOk: true, codigo: 0, valido: true })],
    ['listed', consulta({ consultaOk: 'true', codigo: '0', valido: 'true' })],
    ['not_listed', consulta({ consultaOk: true, codigo: 0, valido: false })],
    // As a client of others reads it: who has a certificate is a taxpayer.
    ['listed', { status: 202, body: LCO }],
    // And of who has none it says nothing.
    ['unavailable', { status: 202, body: '<ResultConsultaRfcLco codigo="0" consultaOk="true"/>' }],
    ['unavailable', consulta({ consultaOk: false, codigo: 2, mensaje: 'Contrato vencido' })],
    ['unavailable', consulta({ consultaOk: false, valido: false })],
    ['unavailable', { status: 503, body: '' }],
  ])('%s', async (kind, said) => {
    server.say(said);
    expect((await prodigia().taxpayer(RFC)).kind).toBe(kind);
    expect(server.seen[0]?.path).toContain(`busqueda=${RFC}`);
  });
});

it('status is the SAT’s, and nothing is found by asking', async () => {
  server.say({ body: '' });
  const key = { uuid: 'x', rfcEmisor: RFC, receptor: { rfc: RFC }, total: '1', selloTail: 'x' };
  const account = { organizationId: 'a'.repeat(24), livemode: true };
  expect(await prodigia().status({ kind: 'comprobante', account, ...key })).toEqual(SAID);
  expect((await prodigia().find()).kind).toBe('unavailable');
  expect(server.seen).toHaveLength(0);
});
