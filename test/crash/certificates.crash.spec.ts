import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '#bus/testing/until';
import { verifyDocument } from '#cfdi';
import { makeAuthority, makeCertificado, makeKeyPair } from '#cfdi/testing/certificates';
import { upload, type Files } from '../e2e/organizations/certificate-files.js';
import { brokenPromises, ledgerDifferences, readBooks, settle } from './checks.js';
import type { Answer } from './client.js';
import { Load } from './load.js';
import { useCrashStage } from './stage.js';

const RFC = 'EKU9003173C9';
const keys = makeKeyPair();
const issuer = makeAuthority({ name: 'AC UAT' });
const make = (number: string) => makeCertificado({ keys, issuer, number, rfc: RFC });
const [OLD, LOST, NEW] = ['30001000000500000001', '30001000000500000002', '30001000000500000003'] as const;
const SETS = "NEW.type = 'CertificateSet'";
const POINTS = "NEW.name LIKE 'csd/rfc/%'";

/** Kills the service (kill -9) at the two seams of an upload, under load, each time just before the next thing is written. */
describe('kill -9 in the middle of an upload of a certificate', () => {
  const stage = useCrashStage();
  let load: Load;

  beforeAll(() => {
    load = new Load(stage.client, 7, 2);
  });

  const put = async (files: Files): Promise<Pick<Answer, 'status' | 'body'>> => {
    const { base_url, organization_id, user_key } = await stage.service.facts();
    return upload({ baseUrl: base_url }, organization_id, files, { key: user_key });
  };
  const count = async (sql: string, values: unknown[]): Promise<number> =>
    (await stage.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, values)).rows[0]?.n ?? 0;
  /** How often a certificate came into use, and how often it lies in the vault. */
  const tracesOf = async (number: string): Promise<[events: number, secrets: number]> => [
    (await stage.events()).filter(
      ({ type, data }) => type === 'CertificateSet' && data.serial_number === number,
    ).length,
    await count('platform.secrets WHERE name = $1', [`csd/number/${number}`]),
  ];
  const documentOf = async (id: string) => {
    const { base_url, test_key: key } = await stage.service.facts();
    const answer = await fetch(`${base_url}/invoices/${id}/xml`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const xml = await answer.text();
    return { number: /NoCertificado="(\d+)"/.exec(xml)?.[1] ?? '', ...verifyDocument(xml, {}) };
  };
  /** The certificate that signs what is issued from now on. */
  const signsNow = async (): Promise<string> => {
    const before = load.wishes.length;
    // The next ones may have been asked for before.
    await load.until((wishes) =>
      wishes.slice(before + 4).some(({ promised }) => promised.status === 'valid'),
    );
    const last = load.wishes.slice(before + 4).find(({ promised }) => promised.status === 'valid');
    return (await documentOf(last?.id ?? '')).number;
  };
  let killedAt: Date | undefined;
  /** Uploads a certificate, and kills the service just before it writes something; `then`: what it must have done by then. */
  async function killAt(
    table: string,
    when: string,
    files: Files,
    then = () => Promise.resolve(true),
  ): Promise<void> {
    const held = await stage.hold(table, when);
    const answer = put(files).catch(() => 'none');
    await held.reached();
    await until(then);
    await stage.service.kill('service');
    await held.drop();
    killedAt = (await stage.db.query<{ now: Date }>('SELECT now()')).rows[0]?.now;
    expect(await answer).toBe('none');
    await stage.service.start();
  }

  it('after it was kept and before the organization has it: nothing has changed, and it may come again', async () => {
    expect((await put(make(OLD))).status).toBe(200);
    expect(await signsNow()).toBe(OLD);
    await killAt('event_store.events', SETS, make(LOST));
    expect(await tracesOf(LOST)).toEqual([0, 1]);
    expect(await signsNow()).toBe(OLD);
    const { status, body } = await put(make(LOST));
    expect([status, body.certificate.serial_number]).toEqual([200, LOST]);
    expect(await tracesOf(LOST)).toEqual([1, 1]);
    expect(await signsNow()).toBe(LOST);
  }, 180_000);

  it('after the organization has it and before it signs for its RFC: it does without another upload', async () => {
    await killAt('platform.secrets', POINTS, make(NEW), async () => (await tracesOf(NEW))[0] === 1);
    expect(await tracesOf(NEW)).toEqual([1, 1]);
    const pointed = 'platform.secrets WHERE name = $1 AND updated_at > $2';
    await until(async () => (await count(pointed, [`csd/rfc/${RFC}`, killedAt])) === 1);
    expect(await signsNow()).toBe(NEW);
    expect((await put(make(NEW))).status).toBe(200);
    expect(await tracesOf(NEW)).toEqual([2, 1]);
  }, 180_000);

  it('loses no invoice, and each is sealed by the certificate that it names', async () => {
    await load.stop();
    expect(await settle(stage.client)).toEqual([]);
    const books = await readBooks(stage.client);
    expect(brokenPromises(load.wishes, books)).toEqual([]);
    expect(ledgerDifferences(books)).toEqual([]);
    const documents = await Promise.all(books.invoices.map(({ id }) => documentOf(id)));
    for (const document of documents) expect(document).toMatchObject({ sello: true, noCertificado: true });
    const numbers = new Set(documents.map(({ number }) => number));
    for (const number of [OLD, LOST, NEW]) expect(numbers).toContain(number);
  }, 180_000);
});
