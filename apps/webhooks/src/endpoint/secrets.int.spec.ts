import 'reflect-metadata';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataKeyDestroyed, newId, ok } from '#kernel';
import { webhooksKey, type Command, type Webhook, type WebhookInput } from '#contracts';
import { createLogger, loadConfig, Vault } from '#hosting';
import { openBench, type Bench } from '#hosting/testing/bench';
import { Endpoints } from './endpoints.js';
import { EndpointSecrets, SecretGone } from './secrets.js';

const at = '2026-11-26T12:00:00.000Z';
const organizationId = newId();
let bench: Bench;
let vault: Vault;
beforeAll(async () => {
  bench = await openBench();
  vault = new Vault(bench.pool, 'documents', [randomBytes(32)]);
});
afterAll(() => bench.dispose());

const webhook = (over: Partial<Webhook>): Webhook => ({
  ...{ id: newId(), created_at: at, updated_at: at, url: 'https://example.com', enabled_events: ['*'] },
  ...{ description: null, headers: [], headers_key: null, payload_style: 'full', ordered: false },
  ...{ status: 'enabled', disabled_reason: null, disabled_at: null, secrets: [], ...over },
});
const put = async (name: string, value: string, owner = organizationId): Promise<string> => {
  await vault.put(owner, name, Buffer.from(value));
  return name;
};

describe('the secrets of an endpoint', () => {
  it('are two until the old one ends, by real time', async () => {
    const until = '2026-11-27T12:00:00.000Z';
    const rotated = webhook({
      secrets: [
        { secret_key: await put('new', 'whsec_new'), until: null },
        { secret_key: await put('old', 'whsec_old'), until },
      ],
    });
    const secrets = new EndpointSecrets(vault);
    const at1 = (time: string) => secrets.secretsOf(organizationId, rotated, () => new Date(time));
    expect(await at1('2026-11-27T11:59:59.999Z')).toEqual([
      { secret: 'whsec_new', old: false },
      { secret: 'whsec_old', old: true },
    ]);
    expect(await at1(until)).toEqual([{ secret: 'whsec_new', old: false }]);
  });

  it('are read once, and again after a read that failed', async () => {
    let reads = 0;
    let away = true;
    const slow = Object.assign(Object.create(vault) as Vault, {
      get: async (...asked: Parameters<Vault['get']>) => {
        reads += 1;
        if (away) throw new Error('the database is away');
        return vault.get(...asked);
      },
    });
    const one = webhook({ secrets: [{ secret_key: await put('once', 'whsec_once'), until: null }] });
    const secrets = new EndpointSecrets(slow);
    await expect(secrets.secretsOf(organizationId, one)).rejects.toThrow('away');
    away = false;
    const found = await Promise.all([1, 2, 3].map(() => secrets.secretsOf(organizationId, one)));
    expect(found).toEqual(Array(3).fill([{ secret: 'whsec_once', old: false }]));
    expect(reads).toBe(2);
  });

  it('are another organization’s never, and gone when they were removed', async () => {
    const one = webhook({ secrets: [{ secret_key: await put('mine', 'whsec_mine'), until: null }] });
    const secrets = new EndpointSecrets(vault);
    await expect(secrets.secretsOf(newId(), one)).rejects.toThrow(SecretGone);
    await vault.remove(organizationId, 'mine');
    await expect(secrets.secretsOf(organizationId, one)).rejects.toThrow(SecretGone);
  });

  it('are forgotten with the organization', async () => {
    const owner = newId();
    const one = webhook({ secrets: [{ secret_key: await put('theirs', 'whsec_a', owner), until: null }] });
    const secrets = new EndpointSecrets(vault);
    expect(await secrets.secretsOf(owner, one)).toHaveLength(1);
    await vault.destroy(owner);
    await expect(secrets.secretsOf(owner, one)).rejects.toThrow(DataKeyDestroyed);
  });

  it('and its headers, where it has any', async () => {
    const secrets = new EndpointSecrets(vault);
    expect(await secrets.headersOf(organizationId, webhook({}))).toEqual({});
    const headers_key = await put('headers', '{"Authorization":"Bearer abc"}');
    expect(
      await secrets.headersOf(organizationId, webhook({ headers: ['Authorization'], headers_key })),
    ).toEqual({ Authorization: 'Bearer abc' });
  });
});

describe('what no endpoint uses any more', () => {
  const tenant = { organizationId, livemode: false };
  const command = (): Command => ({
    ...{ id: randomUUID(), type: 'webhooks.test', key: webhooksKey(tenant), tenant, actor: 'test' },
    ...{ correlationId: 'c', time: at, data: {} },
  });
  const endpoints = (over: Vault = vault) => {
    const config = loadConfig({ TIMBRA_WEBHOOK_LIMIT: '50' });
    return new Endpoints(bench.store, config, createLogger({ level: 'silent' }), over);
  };
  const made = async (): Promise<WebhookInput> => {
    const webhook_id = newId();
    const input: WebhookInput = {
      ...{ webhook_id, url: `https://example.com/${webhook_id}`, enabled_events: ['*'], description: null },
      ...{ secret_key: await put(`${webhook_id}/1`, 'whsec_1'), payload_style: 'full', ordered: false },
      ...{ headers: ['X-A'], headers_key: await put(`${webhook_id}/headers`, '{"X-A":"b"}') },
    };
    await endpoints().handle(command(), { type: 'create', webhook: input, at });
    return input;
  };
  const has = async (name: string | null) => (await vault.get(organizationId, name ?? '')) !== undefined;

  it('is removed: the secret before the last, headers that were replaced, all of one that is deleted', async () => {
    const { webhook_id: webhookId, secret_key, headers_key } = await made();
    const rotate = async (n: number) => {
      const secretKey = await put(`${webhookId}/${n}`, 'whsec');
      const rotating = { type: 'rotate-secret', webhookId, secretKey, now: new Date(at), at } as const;
      await endpoints().handleAndForget(command(), rotating);
    };
    await rotate(2);
    expect(await has(secret_key)).toBe(true);
    await rotate(3);
    expect([await has(secret_key), await has(`${webhookId}/2`)]).toEqual([false, true]);
    const changes = { headers: [], headers_key: null };
    await endpoints().handleAndForget(command(), { type: 'edit', webhookId, changes, at });
    expect(await has(headers_key)).toBe(false);
    await endpoints().handleAndForget(command(), { type: 'delete', webhookId, at });
    expect([await has(`${webhookId}/2`), await has(`${webhookId}/3`)]).toEqual([false, false]);
  });

  it('stays where it can’t be removed, which nobody is told who asked for the change', async () => {
    const { webhook_id: webhookId, secret_key } = await made();
    const broken = Object.assign(Object.create(vault) as Vault, {
      remove: () => Promise.reject(new Error('the database is away')),
    });
    const deleted = await endpoints(broken).handleAndForget(command(), { type: 'delete', webhookId, at });
    expect(deleted).toMatchObject(ok({ changed: true }));
    expect(await has(secret_key)).toBe(true);
  });

  it('is looked for by no command that is refused, or comes again', async () => {
    const { webhook_id: webhookId, secret_key } = await made();
    const refused = await endpoints().handleAndForget(command(), { type: 'delete', webhookId: newId(), at });
    expect(refused.ok).toBe(false);
    const same = command();
    const changes = { headers: [], headers_key: null };
    await endpoints().handleAndForget(same, { type: 'edit', webhookId, changes, at });
    await endpoints().handleAndForget(same, { type: 'delete', webhookId, at });
    expect(await has(secret_key)).toBe(true);
  });
});
