import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openCsd, parseCancelacion, parseComprobante, verifyDocument, type Csd } from '#cfdi';
import { makeCertificado } from '#cfdi/testing/certificates';
import { StartupError } from '#hosting';
import type { CancelOutcome, RealPac, StampOutcome } from '#pac';
import { makeStampMaker, type StampMaker } from '#pac/testing/stamps';
import { checkPac } from './check.js';
import { isTestAddress, readOptions } from './options.js';

const NOW = new Date('2026-11-21T15:05:00Z');
let csd: Csd;
let maker: StampMaker;
let lines: string[];
beforeAll(() => {
  const opened = openCsd(makeCertificado({ name: 'ESCUELA KEMPER URGATE SA DE CV' }));
  if (!opened.ok) throw new Error(opened.refusal.code);
  csd = opened.value;
  maker = makeStampMaker('LSO1306189R5');
});
beforeEach(() => {
  lines = [];
});

const ACUSE =
  '<Acuse xmlns="http://cancelacfd.sat.gob.mx" Fecha="2026-11-21T09:05:01" RfcEmisor="EKU9003173C9"><Folios>' +
  '<UUID>0A1B2C3D-0000-4000-8000-000000000001</UUID><EstatusUUID>201</EstatusUUID></Folios></Acuse>';

/** A provider that answers well, but for what a spec says. */
function provider(
  over: Partial<RealPac> & { stamps?: readonly StampOutcome[] } = {},
): RealPac & { sent: string[] } {
  const sent: string[] = [];
  let first: StampOutcome | undefined;
  const answers = [...(over.stamps ?? [])];
  return {
    ...{ name: 'sw', capabilities: { find: 'resend' }, sent },
    probe: async () => ({ kind: 'well', stampsLeft: 7, clockAheadMs: -2_000 }),
    async stamp({ xml }) {
      sent.push(xml);
      const scripted = answers.shift();
      if (scripted) return scripted;
      if (first?.kind === 'stamped') return { ...first, duplicate: true };
      const { timbre, tfd } = await maker.stamp(xml);
      return (first = { kind: 'stamped', timbre: { ...timbre, xml: tfd }, duplicate: false });
    },
    find: async () => ({ kind: 'unavailable', reason: 'not asked' }),
    cancel: async () => ({ kind: 'verifying', acuse: ACUSE, at: NOW.toISOString() }),
    status: async () => ({ kind: 'status', at: NOW.toISOString(), estado: 'Cancelado' }),
    ...over,
  };
}

const check = (pac: RealPac): Promise<boolean> =>
  checkPac({
    ...{ pac, csd, document: { zip: '06000', taxSystem: undefined } },
    ...{ now: () => NOW, say: (line) => lines.push(line), pause: async () => undefined },
  });

describe('the check of a PAC', () => {
  it('stamps one sealed invoice to the general public, sends the same bytes, and cancels it', async () => {
    const requests: string[] = [];
    const pac = provider({
      cancel: async ({ xml }) => {
        requests.push(xml);
        return { kind: 'verifying', acuse: ACUSE, at: NOW.toISOString() };
      },
    });
    expect(await check(pac)).toBe(true);
    const [xml = '', again] = pac.sent;
    expect(again).toBe(xml);
    expect(verifyDocument(xml)).toMatchObject({ sello: true, noCertificado: true });
    const parsed = parseComprobante(xml);
    expect(parsed).toMatchObject({
      value: {
        attributes: { Total: '1.16', TipoDeComprobante: 'I' },
        emisor: { Rfc: csd.rfc, Nombre: 'ESCUELA KEMPER URGATE', RegimenFiscal: '601' },
        receptor: { Rfc: 'XAXX010101000', Nombre: 'PUBLICO EN GENERAL' },
      },
    });
    expect(requests.map((request) => parseCancelacion(request))).toMatchObject([
      { value: { folios: [{ motivo: '02' }] } },
    ]);
    expect(lines.join('\n')).toMatch(
      /Stamps left: 7. Its clock is 2 s behind ours.[^]*UUID [^]*The same UUID[^]*201[^]*Cancelado/,
    );
  });

  it('sends nothing where the probe fails', async () => {
    const pac = provider({
      probe: async () => ({ kind: 'unavailable', reason: 'SW refuses the log-in', trouble: 'account' }),
    });
    expect(await check(pac)).toBe(false);
    expect(pac.sent).toEqual([]);
    expect(lines.at(-1)).toBe('   FAILED: SW refuses the log-in. Nothing was stamped.');
  });

  it('sends the same bytes after a lost answer, never others', async () => {
    const pac = provider({ stamps: [{ kind: 'unknown', reason: 'no answer in time' }] });
    expect(await check(pac)).toBe(true);
    expect(new Set(pac.sent).size).toBe(1);
    expect(lines).toContain('   Unknown, perhaps stamped: no answer in time');
  });

  it('tells a refusal, and a second UUID', async () => {
    const refused: StampOutcome = { kind: 'refused', code: 'CFDI40138', message: 'Nombre', source: 'sat' };
    expect(await check(provider({ stamps: [refused] }))).toBe(false);
    expect(lines.at(-1)).toBe('   FAILED: refused (sat) CFDI40138: Nombre');
    const twice: StampOutcome[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { timbre, tfd } = await maker.stamp(await maker.document());
      twice.push({ kind: 'stamped', timbre: { ...timbre, xml: tfd }, duplicate: false });
    }
    expect(await check(provider({ stamps: twice }))).toBe(false);
    expect(lines.join('\n')).toMatch(/FAILED: a second UUID/);
  });

  it('waits while the SAT does not know the document yet, and says which one is left', async () => {
    const unknownYet: CancelOutcome = { kind: 'refused', code: '205', message: 'No existe', source: 'sat' };
    let tries = 0;
    const later = provider({
      cancel: async () =>
        ++tries < 3 ? unknownYet : { kind: 'verifying', acuse: ACUSE, at: NOW.toISOString() },
    });
    expect(await check(later)).toBe(true);
    expect(await check(provider({ cancel: async () => unknownYet }))).toBe(false);
    expect(lines.at(-1)).toMatch(/^ {3}FAILED: [0-9A-F-]{36} is not cancelled/);
  });
});

describe('its command line', () => {
  const FILES = ['--cer', 'a.cer', '--key', 'a.key', '--password', 'secret'];
  it('names a PAC and the files of a CSD', () => {
    expect(readOptions(['sw', ...FILES, '--zip', '77500', '--yes'])).toEqual({
      ...{ pac: 'sw', cer: 'a.cer', key: 'a.key', password: 'secret' },
      ...{ zip: '77500', taxSystem: undefined, yes: true },
    });
  });
  it.each([
    [[]],
    [['sw']],
    [['acme', ...FILES]],
    [['sw', 'finkok', ...FILES]],
    [['sw', ...FILES, '--nope']],
    [['sw', ...FILES, '--zip', '1']],
  ])('is refused without repeating it: %j', (args) => {
    expect(() => readOptions(args)).toThrow(StartupError);
    expect(() => readOptions(args)).not.toThrow(/secret/);
  });
  it.each([
    ['https://services.sw.com.mx', false],
    ['https://services.test.sw.com.mx', true],
    ['https://demo-facturacion.finkok.com', true],
    ['https://timbrado.pade.mx/servicio/rest', false],
    ['https://pruebas.pade.mx/servicio/rest', true],
    ['http://127.0.0.1:4000', true],
    ['https://services.test.sw.com.mx.example.com', false],
  ])('knows that %s is a test address: %s', (url, isTest) => expect(isTestAddress(url)).toBe(isTest));
});
