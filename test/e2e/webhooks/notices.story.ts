import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { startSmtp, type TestSmtp } from '#apps/notifications/src/mail/testing-smtp';
import { until } from '#bus/testing/until';
import { newId } from '#kernel';
import { webhooksKey, type WebhooksEvent } from '#contracts';
import { startApp, type TestApp, type TestOrganization } from '../../support/app.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/story.js';

/** That an endpoint fails, or was disabled, by mail to the owners. */

let smtp: TestSmtp;
let app: TestApp;
let userKey: string;
let organization: TestOrganization;
let webhook: string;

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
  smtp.taken.length = 0;
  organization = await app.newOrganization(userKey, 'Panadería Peña');
  webhook = newId();
  await append({
    type: 'WebhookCreated',
    data: {
      ...{ webhook_id: webhook, url: 'https://tienda.example/hooks?token=geheim', enabled_events: ['*'] },
      ...{ description: 'Tienda', headers: [], headers_key: null, payload_style: 'full', ordered: false },
      ...{ secret_key: `webhook-secret/${webhook}`, at: '2026-11-20T18:00:00.000Z' },
    },
  });
});

const tenant = () => ({ organizationId: organization.id, livemode: false });
const stream = () => `webhooks-${webhooksKey(tenant())}`;

async function append({ type, data }: WebhooksEvent): Promise<void> {
  const { length } = await app.runtime.store.read(stream());
  const metadata = { ...tenant(), commandId: randomUUID(), correlationId: newId(), actor: 'process:story' };
  await app.runtime.store.append(stream(), length - 1, [{ id: randomUUID(), type, data }], metadata);
}

const at = '2026-11-24T18:00:00.000Z';
const failing = (): WebhooksEvent => ({
  type: 'WebhookFailing',
  data: {
    ...{ webhook_id: webhook, since: '2026-11-22T18:00:00.000Z' },
    ...{ disabled_at: '2026-11-27T18:00:00.000Z', at },
  },
});
const disabled = (reason: 'request' | 'gone' | 'failing'): WebhooksEvent => ({
  ...{ type: 'WebhookDisabled', data: { webhook_id: webhook, reason, at } },
});
const mails = async () => Promise.all(smtp.taken.map(({ raw }) => PostalMime.parse(raw)));

describe('an endpoint that fails', () => {
  it('is told to the owner: which one, since when, why, and what to do', async () => {
    const attempt = newId();
    await app.runtime.poolOf('webhooks').query(
      `INSERT INTO webhooks.attempts (id, endpoint_id, event_id, organization_id, livemode, attempt, kind, created_at,
         finished_at, status_code, error)
       VALUES ($1, $2, $3, $4, false, 1, 'automatic', now(), now(), 503, 'the answer was not 2xx')`,
      [attempt, webhook, newId(), organization.id],
    );
    await append(failing());
    await until(async () => smtp.taken.length === 1);
    const [mail] = await mails();
    expect(mail?.subject).toBe('[Test] Un webhook de Panadería Peña no responde');
    for (const said of [
      webhook,
      'https://tienda.example/hooks',
      '22/11/2026 12:00:00',
      '(HTTP 503)',
      'resend-failed',
    ])
      expect(mail?.text).toContain(said);
    expect(`${mail?.text}${mail?.html}`).not.toContain('geheim');
    const { rows } = await app.runtime.pool.query<{ email: string }>(
      'SELECT email FROM gateway.users WHERE id = (SELECT user_ids[1] FROM gateway.organizations WHERE id = $1)',
      [organization.id],
    );
    expect(smtp.taken[0]?.to).toEqual([rows[0]?.email]);
  });

  it('is told once more when it is disabled, and not where its organization disables it', async () => {
    await append(disabled('request'));
    await append(failing());
    await append(disabled('gone'));
    await until(async () => smtp.taken.length === 2);
    expect((await mails()).map(({ subject }) => subject).toSorted()).toEqual([
      '[Test] Se deshabilitó un webhook de Panadería Peña',
      '[Test] Un webhook de Panadería Peña no responde',
    ]);
  });

  it('is told once, however often the notice comes', async () => {
    await append(disabled('failing'));
    await until(async () => smtp.taken.length === 1);
    await until(async () => {
      const { rows } = await app.runtime.pool.query<{ id: string; status: string }>(
        `SELECT id, status FROM gateway.mails WHERE organization_id = $1 AND template = 'webhook-notice'`,
        [organization.id],
      );
      return rows.length === 1 && rows[0]?.status === 'sent';
    });
    const { rows } = await app.runtime.pool.query<{ id: string }>(
      `SELECT id FROM gateway.mails WHERE organization_id = $1 AND template = 'webhook-notice'`,
      [organization.id],
    );
    const command = {
      ...{ id: randomUUID(), type: 'notifications.send-webhook-notice' as const, key: rows[0]?.id ?? '' },
      ...{ tenant: tenant(), actor: 'process:story', correlationId: newId(), time: at },
      data: { webhook_id: webhook, matter: { kind: 'disabled' as const, reason: 'failing' as const }, at },
    };
    expect(await app.runtime.bus.send(command)).toMatchObject({ ok: true });
    const { rows: mailsNow } = await app.runtime.pool.query(
      `SELECT FROM gateway.mails WHERE organization_id = $1 AND template = 'webhook-notice'`,
      [organization.id],
    );
    expect([mailsNow.length, smtp.taken.length]).toEqual([1, 1]);
  });

  it('is not told of one that was deleted meanwhile', async () => {
    const gone = webhook;
    await append({ type: 'WebhookDeleted', data: { webhook_id: gone, at } });
    const data = { webhook_id: gone, matter: { kind: 'disabled' as const, reason: 'gone' as const }, at };
    const id = newId();
    const sent = await app.runtime.bus.send({
      ...{ id: randomUUID(), type: 'notifications.send-webhook-notice', key: id, data },
      ...{ tenant: tenant(), actor: 'process:story', correlationId: newId(), time: at },
    });
    expect(sent).toMatchObject({ ok: true });
    expect(await app.runtime.store.read(`mail-${id}`)).toEqual([]);
  });

  it('leaves no bug behind', () => expect(app.bugs()).toEqual([]));
});
