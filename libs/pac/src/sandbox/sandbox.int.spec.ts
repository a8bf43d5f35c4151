import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { FixedClock } from '#kernel';
import { builtInCatalogues, type LargeCatalogues } from '#sat';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.js';
import {
  createSandboxPac,
  migrateSandboxPac,
  type IssuedCsd,
  type PacAccount,
  type SandboxPac,
} from '../index.js';
import type { StampOutcome, Timbre } from '../port.js';
import { sealXml, signedCancellation, testXml, type TestCsd, type TestDocument } from './testing.js';

const material = resolve(process.env['SAT_MATERIAL'] ?? '../shared/sat');
const account: PacAccount = { organizationId: 'a'.repeat(24), livemode: false };
const seal = (plain: Buffer): Buffer => Buffer.from(plain.map((byte) => byte ^ 0x5a));

describe('sandbox PAC', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let pac: SandboxPac;
  let csd: IssuedCsd;
  const clock = new FixedClock(new Date('2026-11-21T15:00:00Z'));
  const waited: number[] = [];
  let folio = 0;

  const open = (large?: LargeCatalogues): Promise<SandboxPac> =>
    createSandboxPac({
      ...(large && { large }),
      pool,
      clock,
      systemNow: clock.now,
      seal,
      open: seal,
      delay: async (ms) => void waited.push(ms),
    });

  beforeAll(async () => {
    database = await freshDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 8 });
    pool.on('error', () => undefined);
    await Promise.all([migrateSandboxPac(pool), migrateSandboxPac(pool)]);
    pac = await open();
    csd = await pac.issueCsd({ rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
  beforeEach(() => {
    pac.faults.clear();
    waited.length = 0;
  });

  /** A new sealed document: its folio is its own. */
  const sealed = (document: TestDocument = {}, by: TestCsd = csd): string =>
    sealXml({ ...document, comprobante: { Folio: String(++folio), ...document.comprobante } }, by);
  const stamp = (xml: string, of = account): Promise<StampOutcome> =>
    pac.stamp({ kind: 'comprobante', requestId: `r${folio}`, account: of, xml });
  const timbreOf = (outcome: { kind: string }): Timbre => {
    if (!('timbre' in outcome)) throw new Error(`no stamp: ${JSON.stringify(outcome)}`);
    return outcome.timbre as Timbre;
  };

  it('refuses by the large catalogues that the installation has loaded', async () => {
    const { productos } = builtInCatalogues;
    const without = await open({ ...builtInCatalogues, productos: { ...productos, accepts: () => false } });
    const request = { kind: 'comprobante', requestId: 'r', account, xml: sealed() } as const;
    expect(await without.stamp(request)).toMatchObject({ kind: 'refused', code: 'CFDI40162' });
    expect(await pac.stamp(request)).toMatchObject({ kind: 'stamped' });
  });

  describe('stamps', () => {
    it('commits a stamp as the caller says, whose event follows', async () => {
      const one = new pg.Pool({ connectionString: database.url, max: 1 });
      const commit = "set_config('sandbox.commit', 'as said', false)";
      const said = await createSandboxPac({
        pool: one,
        clock,
        systemNow: clock.now,
        seal,
        open: seal,
        commit,
      });
      const request = { kind: 'comprobante', requestId: 'r', account, xml: sealed() } as const;
      expect(await said.stamp(request)).toMatchObject({ kind: 'stamped', duplicate: false });
      const { rows } = await one.query("SELECT current_setting('sandbox.commit') AS commit");
      expect(rows).toEqual([{ commit: 'as said' }]);
      await one.end();
    });

    it('answers with a TimbreFiscalDigital of its own certificate and a ledger row', async () => {
      const xml = sealed();
      const outcome = await stamp(xml);
      expect(outcome).toMatchObject({ kind: 'stamped', duplicate: false });
      const timbre = timbreOf(outcome);
      expect(timbre.uuid).toMatch(/^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/);
      expect(timbre.fechaTimbrado).toBe('2026-11-21T09:00:00');
      expect(timbre.noCertificadoSat).toMatch(/^30001\d{15}$/);
      expect(xml).toContain(` Sello="${timbre.selloCfd}"`);
      const { data } = await pac.listStamps({ ...account, page: 1, limit: 1 });
      expect(data).toEqual([
        {
          uuid: timbre.uuid,
          kind: 'comprobante',
          issuerRfc: 'EKU9003173C9',
          receiverRfc: 'URE180429TM6',
          total: '116.00',
          selloTail: timbre.selloCfd.slice(-8),
          stampedAt: '2026-11-21T15:00:00.000Z',
          requestId: `r${folio}`,
        },
      ]);
    });

    it('gives one UUID to the same bytes, again and at the same moment', async () => {
      const xml = sealed();
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => stamp(xml)));
      outcomes.push(await stamp(xml));
      expect(new Set(outcomes.map((outcome) => timbreOf(outcome).uuid)).size).toBe(1);
      expect(outcomes.filter((o) => o.kind === 'stamped' && !o.duplicate)).toHaveLength(1);
      expect(await pac.find({ kind: 'comprobante', account, xml })).toEqual({
        kind: 'found',
        timbre: timbreOf(outcomes[0] ?? { kind: '' }),
      });
    });

    it('keeps accounts apart', async () => {
      const other = { ...account, organizationId: 'b'.repeat(24) };
      const xml = sealed();
      const mine = timbreOf(await stamp(xml));
      expect(await pac.find({ kind: 'comprobante', account: other, xml })).toEqual({ kind: 'not_found' });
      expect(timbreOf(await stamp(xml, other)).uuid).not.toBe(mine.uuid);
      expect((await pac.listStamps({ ...other, page: 1, limit: 10 })).total).toBe(1);
    });

    it('does not stamp Live', async () => {
      const outcome = await stamp(sealed(), { ...account, livemode: true });
      expect(outcome).toMatchObject({ kind: 'refused', code: '501', source: 'pac' });
    });

    it('gives the stamp of a document that has grown too old since', async () => {
      const later = new FixedClock(new Date('2026-11-30T15:00:00Z'));
      const afterwards = await createSandboxPac({
        ...{ pool, clock: later, systemNow: later.now, seal, open: seal },
      });
      const xml = sealed();
      const first = timbreOf(await stamp(xml));
      const again = await afterwards.stamp({ kind: 'comprobante', requestId: 'late', account, xml });
      expect(again).toMatchObject({ kind: 'stamped', duplicate: true, timbre: { uuid: first.uuid } });
      const another = await afterwards.stamp({
        kind: 'comprobante',
        requestId: 'late',
        account,
        xml: sealed(),
      });
      expect(another).toMatchObject({ kind: 'refused', code: '401' });
    });

    it('lists its ledger newest first, by page', async () => {
      const own = { organizationId: 'c'.repeat(24), livemode: false };
      const uuids: string[] = [];
      for (let i = 0; i < 5; i += 1) uuids.unshift(timbreOf(await stamp(sealed(), own)).uuid);
      const page = async (n: number) => {
        const { total, data } = await pac.listStamps({ ...own, page: n, limit: 2 });
        expect(total).toBe(5);
        return data.map((row) => row.uuid);
      };
      expect([...(await page(1)), ...(await page(2)), ...(await page(3))]).toEqual(uuids);
      expect(await page(4)).toEqual([]);
    });
  });

  describe('refuses', () => {
    const fails = async (code: string, xml: string): Promise<void> => {
      expect(await stamp(xml)).toMatchObject({
        kind: 'refused',
        code,
        source: code.startsWith('CFDI') ? 'sat' : 'pac',
      });
      expect(await pac.find({ kind: 'comprobante', account, xml })).toEqual({ kind: 'not_found' });
    };

    it('what is no CFDI', async () => {
      await fails('301', 'no XML');
      await fails('301', '<a/>');
      await fails('301', sealed().replace(' Total="116.00"', ''));
    });
    it('a document that carries a stamp', async () => {
      const { xml } = timbreOf(await stamp(sealed()));
      const closing = '</cfdi:Comprobante>';
      await fails('707', sealed().replace(closing, `<cfdi:Complemento>${xml}</cfdi:Complemento>${closing}`));
    });
    it('a complement that it does not know', () => {
      const complemento = '<cfdi:Complemento><x:Nada xmlns:x="urn:x"/></cfdi:Complemento>';
      const closing = '</cfdi:Comprobante>';
      return fails('301', sealed().replace(closing, complemento + closing));
    });
    it('a changed document', () => fails('CFDI40102', sealed().replace('Artículo', 'Articulo')));
    it('a certificate that is none', () => fails('CFDI40106', testXml()));
    it('the number of another certificate', () =>
      fails('CFDI40106', sealed({ comprobante: { NoCertificado: '30001000007999999999' } })));
    it('the CSD of someone else', async () => {
      const other = await pac.issueCsd({ rfc: 'CACX7605101P8', nombre: 'XOCHILT CASAS CHAVEZ' });
      await fails('303', sealed({}, other));
    });
    it('another name than the certificate’s', () =>
      fails('CFDI40138', sealed({ emisor: { Nombre: 'OTRA' } })));
    it('a date out of range', async () => {
      await fails('401', sealed({ comprobante: { Fecha: '2026-11-21T09:06:00' } }));
      await fails('401', sealed({ comprobante: { Fecha: '2026-11-18T08:59:59' } }));
      await fails('CFDI40101', sealed({ comprobante: { Fecha: '2026-02-30T09:00:00' } }));
      await fails('305', sealed({ comprobante: { Fecha: '2026-11-16T09:00:00' } }));
      for (const Fecha of ['2026-11-21T09:05:00', '2026-11-18T09:00:00'])
        expect(await stamp(sealed({ comprobante: { Fecha } }))).toMatchObject({ kind: 'stamped' });
    });
    it('amounts that do not add up', () => fails('CFDI40119', sealed({ comprobante: { Total: '116.01' } })));
  });

  describe('without its storage', () => {
    it('answers with what is certain, and does not throw', async () => {
      const broken = new pg.Pool({ connectionString: database.url, max: 1 });
      broken.on('error', () => undefined);
      const opened = await createSandboxPac({
        ...{ pool: broken, clock, systemNow: clock.now, seal, open: seal },
      });
      await broken.end();
      const xml = sealed();
      const request = signedCancellation({ uuid: '00000000-0000-4000-8000-000000000000' }, csd);
      const key = {
        kind: 'comprobante' as const,
        account,
        uuid: '00000000-0000-4000-8000-000000000000',
        rfcEmisor: '',
        receptor: { rfc: '' },
        total: '0',
        selloTail: '',
      };
      expect((await opened.stamp({ kind: 'comprobante', requestId: 'r', account, xml })).kind).toBe(
        'unknown',
      );
      expect((await opened.find({ kind: 'comprobante', account, xml })).kind).toBe('unavailable');
      expect((await opened.cancel({ kind: 'comprobante', requestId: 'r', account, xml: request })).kind).toBe(
        'unknown',
      );
      expect((await opened.status(key)).kind).toBe('unavailable');
    });
  });

  describe('its identity', () => {
    it('is made once, by one of many processes, and kept with its keys sealed', async () => {
      const many = await Promise.all([open(), open(), open()]);
      for (const one of many) expect(one.certificates).toEqual(pac.certificates);
      const { rows } = await pool.query<{ sealed_key: Buffer }>(
        'select sealed_key from pac_sandbox.certificates',
      );
      expect(rows).toHaveLength(2);
      for (const { sealed_key } of rows) expect(sealed_key[0]).toBe(0x30 ^ 0x5a);
    });

    it('does not open with another key', async () => {
      const wrong = (sealed: Buffer): Buffer => Buffer.from(sealed.map((byte) => byte ^ 0x11));
      await expect(
        createSandboxPac({ pool, clock, systemNow: clock.now, seal: wrong, open: wrong }),
      ).rejects.toThrow();
    });

    it('is renewed before it runs out, and the old certificate kept', async () => {
      const late = new FixedClock(new Date('2030-10-15T00:00:00Z'));
      const renewed = await createSandboxPac({
        ...{ pool, clock: late, systemNow: late.now, seal, open: seal },
      });
      expect(renewed.certificates.pac.equals(pac.certificates.pac)).toBe(false);
      expect(renewed.certificates.authority.equals(pac.certificates.authority)).toBe(true);
      const { rows } = await pool.query('select 1 from pac_sandbox.certificates');
      expect(rows).toHaveLength(3);
      await pool.query(
        `delete from pac_sandbox.certificates where not_after > '2034-01-01' and kind = 'pac'`,
      );
    });
  });

  const script = join(material, 'verify-tfd.sh');
  const tools = (): boolean => {
    try {
      for (const tool of ['xmllint', 'xsltproc', 'openssl']) execFileSync('which', [tool]);
      return true;
    } catch {
      return false;
    }
  };
  const oracle = existsSync(script) && tools();
  if (!oracle)
    console.warn('Tax authority material or XML tools are absent: stamps are not checked with them.');
  (oracle ? it : it.skip)(
    'stamps verify with the official stylesheet, and public test CSDs work',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tfd-'));
      const files = join(material, 'csd', 'EKU9003173C9');
      const publicCsd = {
        cer: readFileSync(join(files, 'csd.cer')),
        key: readFileSync(join(files, 'csd.key')),
        password: '12345678a',
      };
      expect(new X509Certificate(publicCsd.cer).subject).toContain('ESCUELA KEMPER URGATE SA DE CV');
      const xml = sealed({}, publicCsd);
      const outcome = await stamp(xml);
      const stamped = xml.replace(
        '</cfdi:Comprobante>',
        `<cfdi:Complemento>${timbreOf(outcome).xml}</cfdi:Complemento></cfdi:Comprobante>`,
      );
      writeFileSync(join(folder, 'stamped.xml'), stamped);
      writeFileSync(join(folder, 'pac.cer'), pac.certificates.pac);
      const answer = execFileSync(script, [join(folder, 'stamped.xml'), join(folder, 'pac.cer')], {
        encoding: 'utf8',
      });
      expect(answer).toContain('SelloCFD ok');
      expect(answer).toContain('SELLOSAT ok');
      const fiel = sealed(
        {},
        {
          ...publicCsd,
          cer: readFileSync(join(files, 'fiel.cer')),
          key: readFileSync(join(files, 'fiel.key')),
        },
      );
      expect(await stamp(fiel)).toMatchObject({ kind: 'refused', code: '306' });
      rmSync(folder, { recursive: true });
    },
  );
});
