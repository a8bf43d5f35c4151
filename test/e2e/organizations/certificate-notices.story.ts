import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { startSmtp, type TestSmtp } from '#apps/notifications/src/mail/testing-smtp';
import { until } from '#bus/testing/until';
import { newId } from '#kernel';
import { startApp, type Json, type TestApp, type TestOrganization } from '../../support/app.js';
import { calm } from '../../support/commands.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/story.js';

/** That a certificate is about to end: the owner's mail and the event, by certificates that end soon. */

const DAY_MS = 86_400_000;

let smtp: TestSmtp;
let app: TestApp;
let userKey: string;
let organization: TestOrganization;

beforeAll(async () => {
  smtp = await startSmtp({ disabledCommands: ['STARTTLS', 'AUTH'] });
  app = await startApp({
    TIMBRA_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    TIMBRA_MAIL_FROM: 'facturas@timbra.example',
  });
  userKey = await app.newUser();
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(async () => {
  smtp.manners = {};
  smtp.taken.length = 0;
  organization = await app.newOrganization(userKey, 'Panadería Peña');
});

const stream = () => `organization-${organization.id}`;
const tenant = () => ({ organizationId: organization.id, livemode: false });

/** As if a certificate had come into use some days ago that ends in so many milliseconds. */
async function setCertificate(
  type: 'CertificateSet' | 'FielSet',
  endsInMs: number,
  { serial = newSerial(), daysAgo = 1000 } = {},
): Promise<string> {
  const history = await app.runtime.store.read(stream());
  const data = {
    ...{ serial_number: serial, rfc: 'EKU9003173C9', legal_name: 'ESCUELA KEMPER URGATE', use: 'test' },
    ...{ valid_from: new Date(Date.now() - 1200 * DAY_MS).toISOString(), replaces: null },
    expires_at: new Date(Date.now() + endsInMs).toISOString(),
    at: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
  };
  const metadata = { ...tenant(), commandId: randomUUID(), correlationId: newId(), actor: 'process:story' };
  await app.runtime.store.append(stream(), history.length - 1, [{ id: randomUUID(), type, data }], metadata);
  return serial;
}

let serials = 0;
const newSerial = (): string => `30001000000500${String(++serials).padStart(6, '0')}`;

const notices = async (): Promise<Json[]> =>
  (await app.runtime.store.read(stream()))
    .filter(({ type }) => type === 'CertificateExpiring')
    .map(({ data }) => data);
const look = (serial: string, kind: 'csd' | 'fiel' = 'csd') =>
  app.runtime.bus.send({
    ...{ id: randomUUID(), type: 'organizations.notify-expiry', key: organization.id },
    ...{ tenant: tenant(), actor: 'process:story', correlationId: newId(), time: new Date().toISOString() },
    data: { kind, serial_number: serial },
  });

describe('a certificate that ends soon', () => {
  it('is told to the owner by mail on the day of its notice', async () => {
    const serial = await setCertificate('CertificateSet', 7 * DAY_MS + 1_500, { daysAgo: 0 });
    await until(async () => smtp.taken.length === 1);
    expect(await notices()).toMatchObject([
      { kind: 'csd', serial_number: serial, days_left: 7, notice: 7, at: expect.any(String) },
    ]);
    const [taken] = smtp.taken;
    const { rows } = await app.runtime.pool.query<{ email: string }>(
      'SELECT email FROM gateway.users WHERE id = (SELECT user_ids[1] FROM gateway.organizations WHERE id = $1)',
      [organization.id],
    );
    expect(taken?.to).toEqual([rows[0]?.email]);
    const mail = await PostalMime.parse(taken?.raw ?? Buffer.alloc(0));
    expect(mail.subject).toBe('El Certificado de Sello Digital (CSD) de Panadería Peña vence en 7 días');
    expect(mail.text).toContain(serial);
    // The one of the last day is still ahead.
    await calm(app.runtime);
    const { rows: ahead } = await app.runtime.pool.query(
      `SELECT FROM platform.pending_commands
       WHERE command->>'key' = $1 AND command->>'type' = 'organizations.notify-expiry'`,
      [organization.id],
    );
    expect(ahead).toHaveLength(1);
  });

  it('is told once, with the days that are left, where several notices were missed', async () => {
    await setCertificate('CertificateSet', 5 * DAY_MS);
    await until(async () => smtp.taken.length === 1);
    await calm(app.runtime);
    expect(await notices()).toMatchObject([{ days_left: 5, notice: 7 }]);
    expect(smtp.taken).toHaveLength(1);
  });

  it('is told once, however many looks come at the same time', async () => {
    const serial = await setCertificate('CertificateSet', 20 * DAY_MS, { daysAgo: 0 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => look(serial)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    await until(async () => smtp.taken.length > 0);
    await calm(app.runtime);
    expect(await notices()).toMatchObject([{ days_left: 20, notice: 30 }]);
    expect(smtp.taken).toHaveLength(1);
  });

  it('is not told where another came into use', async () => {
    const old = await setCertificate('CertificateSet', 40 * DAY_MS, { daysAgo: 0 });
    await setCertificate('CertificateSet', 1400 * DAY_MS, { daysAgo: 0 });
    expect(await look(old)).toMatchObject({ ok: true });
    await calm(app.runtime);
    expect([await notices(), smtp.taken.length]).toEqual([[], 0]);
  });

  it('is told of a FIEL beside the CSD', async () => {
    await setCertificate('CertificateSet', 1400 * DAY_MS, { daysAgo: 0 });
    const fiel = await setCertificate('FielSet', DAY_MS + 1_500, { daysAgo: 0 });
    await until(async () => smtp.taken.length === 1);
    expect(await notices()).toMatchObject([{ kind: 'fiel', serial_number: fiel, days_left: 1, notice: 1 }]);
    const mail = await PostalMime.parse(smtp.taken[0]?.raw ?? Buffer.alloc(0));
    expect(mail.subject).toBe('El certificado de la e.firma (FIEL) de Panadería Peña vence en un día');
  });

  it('is told later where the mail server is away, and only once', async () => {
    smtp.manners = { mail: () => 451 };
    await setCertificate('CertificateSet', 59 * DAY_MS);
    await until(async () => (await notices()).length === 1);
    await until(async () => {
      const { rows } = await app.runtime.pool.query<{ status: string }>(
        `SELECT status FROM gateway.mails WHERE organization_id = $1 AND template = 'certificate-expiring'`,
        [organization.id],
      );
      return rows.length === 1 && rows[0]?.status === 'delayed';
    });
    expect(smtp.taken).toEqual([]);
  });

  it('leaves no bug behind', () => expect(app.bugs()).toEqual([]));
});
