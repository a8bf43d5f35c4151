import { isDeepStrictEqual } from 'node:util';
import {
  field,
  findNearest,
  ok,
  refuse,
  refuseFields,
  type Decider,
  type Refused,
  type Result,
} from '#kernel';
import {
  sameUrl,
  WEBHOOK_EVENT_TYPES,
  withWebhook,
  type DisabledReason,
  type Webhook,
  type WebhookContent,
  type WebhookInput,
  type WebhooksEvent,
} from '#contracts';

/** What is asked of an organization's endpoints in an environment. `at` is the tenant's time, `now` the machine's. */
export type EndpointsCommand =
  | { type: 'create'; webhook: WebhookInput; at: string }
  | {
      type: 'edit';
      webhookId: string;
      changes: Partial<WebhookContent>;
      status?: Webhook['status'] | undefined;
      at: string;
    }
  | { type: 'delete'; webhookId: string; at: string }
  | { type: 'rotate-secret'; webhookId: string; secretKey: string; now: Date; at: string }
  | { type: 'disable'; webhookId: string; reason: Exclude<DisabledReason, 'request'>; at: string }
  | { type: 'note-failing'; webhookId: string; since: string; disabledAt: string; at: string }
  | { type: 'ping'; webhookId: string; pingId: string; at: string }
  | { type: 'trigger'; eventType: string; sampleId: string; livemode: boolean; at: string };

type CommandOf<Type extends EndpointsCommand['type']> = Extract<EndpointsCommand, { type: Type }>;
type Decision = Result<readonly WebhooksEvent[]>;

/** How long deliveries are signed with the secret before, too: real time, as receivers are changed by people. */
const OLD_SECRET_MS = 24 * 3_600_000;

/** The rules of endpoints, where an organization may have so many in an environment. */
export function endpointsDecider({
  limit,
}: {
  readonly limit: number;
}): Decider<readonly Webhook[], EndpointsCommand, WebhooksEvent> {
  return {
    initial: [],
    evolve: withWebhook,
    decide: (command, webhooks) => {
      switch (command.type) {
        case 'create':
          return create(command, webhooks, limit);
        case 'trigger':
          return trigger(command);
        case 'disable':
        case 'note-failing':
          return noteDeliveries(command, webhooks);
        case 'edit':
        case 'delete':
        case 'rotate-secret':
        case 'ping':
          return decideOne(command, webhooks);
      }
    },
  };
}

/** The endpoint that has a URL, however that is written. */
export const findByUrl = (webhooks: readonly Webhook[], url: string): Webhook | undefined =>
  webhooks.find((one) => sameUrl(one.url, url));

/** The same URL again changes nothing: its endpoint is the answer. */
function create({ webhook, at }: CommandOf<'create'>, webhooks: readonly Webhook[], limit: number): Decision {
  if (findByUrl(webhooks, webhook.url)) return ok([]);
  if (webhooks.some(({ id }) => id === webhook.webhook_id)) return refuse('conflict');
  if (webhooks.length >= limit) return refuse('webhook_limit_reached', { params: { limit } });
  return ok([{ type: 'WebhookCreated', data: { ...webhook, at } }]);
}

type OfOne = CommandOf<'edit' | 'delete' | 'rotate-secret' | 'ping'>;

function decideOne(command: OfOne, webhooks: readonly Webhook[]): Decision {
  const { webhookId: webhook_id, at } = command;
  const webhook = webhooks.find(({ id }) => id === webhook_id);
  if (!webhook) return refuse('webhook_not_found');
  switch (command.type) {
    case 'edit':
      return edit(command, webhook, webhooks);
    case 'delete':
      return ok([{ type: 'WebhookDeleted', data: { webhook_id, at } }]);
    case 'rotate-secret': {
      const old_until = new Date(command.now.getTime() + OLD_SECRET_MS).toISOString();
      const data = { webhook_id, secret_key: command.secretKey, old_until, at };
      return ok([{ type: 'WebhookSecretRotated', data }]);
    }
    case 'ping':
      return ok([{ type: 'WebhookPinged', data: { webhook_id, ping_id: command.pingId, at } }]);
  }
}

function edit(
  { changes, status, at }: CommandOf<'edit'>,
  webhook: Webhook,
  webhooks: readonly Webhook[],
): Decision {
  const { id: webhook_id } = webhook;
  const other = changes.url === undefined ? undefined : findByUrl(webhooks, changes.url);
  if (other && other.id !== webhook_id) return refuseSameUrl(other);
  const changed = Object.entries(changes).filter(
    ([name, value]) => !isDeepStrictEqual(value, webhook[name as keyof WebhookContent]),
  );
  const edited: WebhooksEvent = {
    type: 'WebhookEdited',
    data: { webhook_id, ...(Object.fromEntries(changed) as Partial<WebhookContent>), at },
  };
  const switched = status !== undefined && status !== webhook.status;
  return ok([
    ...(changed.length > 0 ? [edited] : []),
    ...(switched
      ? [status === 'enabled' ? enabled(webhook_id, at) : disabled(webhook_id, 'request', at)]
      : []),
  ]);
}

const enabled = (webhook_id: string, at: string): WebhooksEvent => ({
  type: 'WebhookEnabled',
  data: { webhook_id, at },
});
const disabled = (webhook_id: string, reason: DisabledReason, at: string): WebhooksEvent => ({
  type: 'WebhookDisabled',
  data: { webhook_id, reason, at },
});

/** What the deliveries have found out; about an endpoint that is gone or disabled by now there is nothing to say. */
function noteDeliveries(
  command: CommandOf<'disable' | 'note-failing'>,
  webhooks: readonly Webhook[],
): Decision {
  const { webhookId: webhook_id, at } = command;
  if (webhooks.find(({ id }) => id === webhook_id)?.status !== 'enabled') return ok([]);
  if (command.type === 'disable') return ok([disabled(webhook_id, command.reason, at)]);
  const { since, disabledAt: disabled_at } = command;
  return ok([{ type: 'WebhookFailing', data: { webhook_id, since, disabled_at, at } }]);
}

function trigger({
  eventType: event_type,
  sampleId: sample_id,
  livemode,
  at,
}: CommandOf<'trigger'>): Decision {
  if (livemode) return refuse('api_key_not_allowed');
  if (!WEBHOOK_EVENT_TYPES.includes(event_type)) return refuseType(event_type);
  return ok([{ type: 'SampleTriggered', data: { event_type, sample_id, at } }]);
}

function refuseType(type: string): Refused {
  const suggestion = findNearest(
    type,
    WEBHOOK_EVENT_TYPES.map((word) => ({ word })),
  );
  const params = {
    ...(suggestion !== undefined && { suggestion: JSON.stringify(suggestion) }),
    values: WEBHOOK_EVENT_TYPES.join(', '),
  };
  return refuseFields([field('type', 'invalid_value', { params })]);
}

const refuseSameUrl = ({ id }: Webhook): Refused =>
  refuse('conflict', {
    ...{ path: 'url', location: 'body', resourceId: id },
    details: [
      field('url', 'invalid_value', {
        message: {
          es: 'Otro webhook de este ambiente ya tiene la dirección de "{path}".',
          en: 'Another webhook of this environment already has the URL in "{path}".',
        },
      }),
    ],
  });
