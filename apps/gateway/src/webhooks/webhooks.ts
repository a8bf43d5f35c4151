import { Inject, Injectable } from '@nestjs/common';
import { AddressRules, field, newId, ok, refuse, refuseFields, type Result, type Tenant } from '#kernel';
import { webhookDoc } from '#answers';
import {
  HIDDEN_VALUE,
  newHeadersName,
  newSecretName,
  newWebhookSecret,
  sameUrl,
  webhooksKey,
  webhooksReadModel,
  type Webhook,
  type WebhookContent,
  type WebhookDoc,
} from '#contracts';
import { CONFIG, Vault, type Config } from '#hosting';
import type { Page, PageRequest } from '#http';
import { CommandSender, type CallContext } from '../commands.js';
import { parseHeaders } from '../docs.js';
import type { WebhookBody, WebhookEdit } from './dto.js';
import { webhookProblems } from './rules.js';
import { pageOf, WebhookTable } from './webhook-table.js';

type Headers = Readonly<Record<string, string>>;

const readModel = webhooksReadModel;

/**
 * Endpoints for the API. Secrets and the values of headers are put into the vault before the command that names them: if the
 * command is refused, or the process dies in between, a value stays there that nothing names. It is sealed, and ends with
 * the organization's data key. What would be refused is therefore looked at first.
 */
@Injectable()
export class Webhooks {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly table: WebhookTable,
    private readonly vault: Vault,
    private readonly rules: AddressRules,
    private readonly sender: CommandSender,
  ) {}

  /** Creates an endpoint, and gives its secret; or finds the one that has the URL, without it. */
  async create(
    body: WebhookBody,
    call: CallContext,
  ): Promise<Result<{ readonly doc: WebhookDoc; readonly secret?: string }>> {
    const { tenant } = call;
    const { limit } = this.config.webhooks;
    const read = this.readBody(body, tenant);
    if (!read.ok) return read;
    const known = await this.table.all(tenant);
    const same = known.find((webhook) => sameUrl(webhook.url, body.url));
    if (same) return ok({ doc: webhookDoc(same, tenant) });
    if (known.length >= limit) return refuse('webhook_limit_reached', { params: { limit } });

    const webhook_id = newId();
    const secret = newWebhookSecret();
    const secret_key = newSecretName(webhook_id, tenant.livemode);
    await this.vault.put(tenant.organizationId, secret_key, Buffer.from(secret));
    const headers = await this.keepHeaders(webhook_id, tenant, body.headers === undefined ? {} : read.value);
    const data = {
      ...{ webhook_id, secret_key, url: body.url, enabled_events: body.enabled_events },
      ...{ description: body.description ?? null, ...headers },
      ...{ payload_style: body.payload ?? 'full', ordered: body.ordered ?? false },
    };
    const sent = await this.sender.send({ type: 'webhooks.create', key: webhooksKey(tenant), data }, call, {
      readModel,
    });
    if (!sent.ok) return sent;
    const { created, webhook_id: id } = sent.value.data;
    const doc = await this.find(tenant, id);
    if (!doc.ok) return doc;
    return ok({ doc: doc.value, ...(created && { secret }) });
  }

  /** Edits an endpoint: what is not sent stays. */
  async edit(id: string, body: WebhookEdit, call: CallContext): Promise<Result<WebhookDoc>> {
    const { tenant } = call;
    const found = await this.table.find(tenant, id);
    if (!found.ok) return found;
    const read = this.readBody(body, tenant);
    if (!read.ok) return read;
    const headers = body.headers && (await this.restoreHeaders(read.value, found.value, tenant));
    if (headers && !headers.ok) return headers;
    const { url, enabled_events, description, ordered, payload, status } = body;
    const changes: Partial<WebhookContent> = {
      ...(url !== undefined && { url }),
      ...(enabled_events && { enabled_events }),
      ...(description !== undefined && { description }),
      ...(payload && { payload_style: payload }),
      ...(ordered !== undefined && { ordered }),
      ...(headers && (await this.keepHeaders(id, tenant, headers.value))),
    };
    const data = { webhook_id: id, changes, ...(status && { status }) };
    const sent = await this.sender.send({ type: 'webhooks.edit', key: webhooksKey(tenant), data }, call, {
      readModel,
    });
    return sent.ok ? this.find(tenant, id) : sent;
  }

  /** Deletes an endpoint, and gives it as it was. What waits for it is not delivered. */
  async remove(id: string, call: CallContext): Promise<Result<WebhookDoc>> {
    const found = await this.find(call.tenant, id);
    if (!found.ok) return found;
    const message = {
      type: 'webhooks.delete',
      key: webhooksKey(call.tenant),
      data: { webhook_id: id },
    } as const;
    const sent = await this.sender.send(message, call, { readModel });
    return sent.ok ? found : sent;
  }

  /** The secret in force. */
  async secret(tenant: Tenant, id: string): Promise<Result<string>> {
    const found = await this.table.find(tenant, id);
    if (!found.ok) return found;
    const [inForce] = found.value.secrets;
    const secret = inForce && (await this.vault.get(tenant.organizationId, inForce.secret_key));
    // It goes with its endpoint, which may have been deleted just now.
    return secret ? ok(secret.toString()) : refuse('webhook_not_found');
  }

  /** Gives an endpoint another secret; the old one is used beside it for a day. */
  async rotateSecret(id: string, call: CallContext): Promise<Result<string>> {
    const { tenant } = call;
    const found = await this.table.find(tenant, id);
    if (!found.ok) return found;
    const secret = newWebhookSecret();
    const secret_key = newSecretName(id, tenant.livemode);
    await this.vault.put(tenant.organizationId, secret_key, Buffer.from(secret));
    const data = { webhook_id: id, secret_key };
    const sent = await this.sender.send(
      { type: 'webhooks.rotate-secret', key: webhooksKey(tenant), data },
      call,
      { readModel },
    );
    return sent.ok ? ok(secret) : sent;
  }

  /** An endpoint as it is answered. Refused: webhook_not_found. */
  async find(tenant: Tenant, id: string): Promise<Result<WebhookDoc>> {
    const found = await this.table.find(tenant, id);
    return found.ok ? ok(webhookDoc(found.value, tenant)) : found;
  }

  /** A page of all, newest first. */
  async fetchPage(tenant: Tenant, request: PageRequest): Promise<Page> {
    const rows = (await this.table.all(tenant)).map((webhook) => ({
      ...{ id: webhook.id, sortKey: webhook.created_at },
      doc: JSON.stringify(webhookDoc(webhook, tenant)),
    }));
    return pageOf(rows, request);
  }

  /** The headers that were sent, if nothing is wrong with the body. */
  private readBody(body: WebhookEdit, { livemode }: Tenant): Result<Headers> {
    const problems = webhookProblems(body, { livemode, rules: this.rules });
    return problems.length > 0 ? refuseFields(problems) : ok(parseHeaders(body.headers ?? {}));
  }

  /** Those that were sent as they are shown keep the values that they have. */
  private async restoreHeaders(
    sent: Headers,
    { headers, headers_key }: Webhook,
    { organizationId }: Tenant,
  ): Promise<Result<Headers>> {
    const hidden = Object.keys(sent).filter((name) => sent[name] === HIDDEN_VALUE);
    if (hidden.length === 0) return ok(sent);
    const known = new Map(headers.map((name) => [name.toLowerCase(), name]));
    const unknown = hidden.filter((name) => !known.has(name.toLowerCase()));
    if (unknown.length > 0)
      return refuseFields(unknown.map((name) => field(`headers.${name}`, 'invalid_value')));
    const sealed = headers_key === null ? undefined : await this.vault.get(organizationId, headers_key);
    // Somebody else has just changed them.
    if (!sealed) return refuse('conflict');
    const values = new Map(Object.entries(parseHeaders(JSON.parse(sealed.toString()))));
    const kept = hidden.map(
      (name) => [name, values.get(known.get(name.toLowerCase()) ?? name) ?? ''] as const,
    );
    return ok({ ...sent, ...Object.fromEntries(kept) });
  }

  /** Puts the values into the vault, under a name of their own. */
  private async keepHeaders(
    webhookId: string,
    { organizationId, livemode }: Tenant,
    headers: Headers,
  ): Promise<Pick<WebhookContent, 'headers' | 'headers_key'>> {
    const names = Object.keys(headers);
    if (names.length === 0) return { headers: [], headers_key: null };
    const headers_key = newHeadersName(webhookId, livemode);
    await this.vault.put(organizationId, headers_key, Buffer.from(JSON.stringify(headers)));
    return { headers: names, headers_key };
  }
}
