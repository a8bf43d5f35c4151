import { ignoreUnknown, readUrl, type DomainEvent } from '#kernel';
import type { ReadModel } from './read-model.js';

/**
 * The streams of webhooks: `webhooks-<organization>.<environment>` has all endpoints of an organization in an environment,
 * so that their number and their URLs are judged in one place.
 */
export const WEBHOOKS_STREAM = 'webhooks-';

/** The key of an organization's endpoints in an environment: their stream without its prefix. */
export const webhooksKey = ({
  organizationId,
  livemode,
}: {
  readonly organizationId: string;
  readonly livemode: boolean;
}): string => `${organizationId}.${livemode ? 'live' : 'test'}`;

/** What an endpoint is sent: the event with its resource, or its id and type only. */
export type PayloadStyle = 'full' | 'thin';

/** Why an endpoint is disabled: its organization said so, it answered 410, or it had no success for five days. */
export type DisabledReason = 'request' | 'gone' | 'failing';

/** An endpoint as asked for. Values of headers may be secrets: they lie sealed in the vault, events have names only. */
export interface WebhookContent {
  readonly url: string;
  /** Types of events, each once; `*` is the eight of the contract. */
  readonly enabled_events: readonly string[];
  readonly description: string | null;
  /** Names of the headers that every delivery carries, as they were written. */
  readonly headers: readonly string[];
  /** Under which name the vault has their values; null where there are none. */
  readonly headers_key: string | null;
  readonly payload_style: PayloadStyle;
  /** Whether events of one resource are delivered one after the other. */
  readonly ordered: boolean;
}

/** What happened to an organization's endpoints. */
export type WebhooksEvent =
  /** `secret_key`: the name of its secret in the vault. */
  | DomainEvent<'WebhookCreated', WebhookContent & { webhook_id: string; secret_key: string; at: string }>
  | DomainEvent<'WebhookEdited', Partial<WebhookContent> & { webhook_id: string; at: string }>
  | DomainEvent<'WebhookEnabled', { webhook_id: string; at: string }>
  /** What waits for it is not delivered any more. */
  | DomainEvent<'WebhookDisabled', { webhook_id: string; reason: DisabledReason; at: string }>
  /** It has been failing since `since`, and will be disabled at `disabled_at` unless it succeeds. */
  | DomainEvent<'WebhookFailing', { webhook_id: string; since: string; disabled_at: string; at: string }>
  /** Until `old_until` (real time) deliveries are signed with both secrets. */
  | DomainEvent<
      'WebhookSecretRotated',
      { webhook_id: string; secret_key: string; old_until: string; at: string }
    >
  | DomainEvent<'WebhookDeleted', { webhook_id: string; at: string }>
  /** Asks for a `webhook.ping` to this endpoint alone. */
  | DomainEvent<'WebhookPinged', { webhook_id: string; ping_id: string; at: string }>
  /** In Test, for whoever tries: a sample event of a type, sent to all who want that type. */
  | DomainEvent<'SampleTriggered', { event_type: string; sample_id: string; at: string }>;

/** A secret that signs: the name under which the vault has it, and until when; null: the one in force. */
export interface WebhookSecretRef {
  readonly secret_key: string;
  /** Real time. */
  readonly until: string | null;
}

export interface Webhook extends WebhookContent {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly status: 'enabled' | 'disabled';
  readonly disabled_reason: DisabledReason | null;
  readonly disabled_at: string | null;
  /** The one in force first. At most two. */
  readonly secrets: readonly WebhookSecretRef[];
}

/** Whether two texts are the same URL, however they are written. */
export const sameUrl = (one: string, other: string): boolean => normalize(one) === normalize(other);

const normalize = (url: string): string => readUrl(url)?.href ?? url;

/** What stands for a header's value in answers: values may be secrets, and are not shown again. */
export const HIDDEN_VALUE = '********';

/** An endpoint as the API answers it, and as a `webhook.ping` carries it. */
export interface WebhookDoc {
  readonly id: string;
  readonly created_at: string;
  readonly livemode: boolean;
  readonly organization: string;
  readonly url: string;
  readonly description: string | null;
  readonly enabled_events: readonly string[];
  readonly status: Webhook['status'];
  /** By name; {@link HIDDEN_VALUE} for each value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: PayloadStyle;
  readonly ordered: boolean;
  readonly disabled_reason: DisabledReason | null;
  readonly disabled_at: string | null;
}

const NOTES: readonly string[] = [
  'SampleTriggered',
  'WebhookPinged',
  'WebhookFailing',
] satisfies WebhooksEvent['type'][];

/** Whether an event of endpoints changes nothing of them. There may be any number of these. */
export const isWebhookNote = (type: string): boolean => NOTES.includes(type);

/** The endpoints of an organization in an environment, oldest first, after an event. */
export function withWebhook(webhooks: readonly Webhook[], event: WebhooksEvent): readonly Webhook[] {
  if (event.type === 'SampleTriggered' || event.type === 'WebhookPinged' || event.type === 'WebhookFailing')
    return webhooks;
  if (event.type === 'WebhookCreated') {
    const { webhook_id: id, secret_key, at, ...content } = event.data;
    const created: Webhook = {
      ...{ id, created_at: at, updated_at: at, ...content, status: 'enabled' },
      ...{ disabled_reason: null, disabled_at: null, secrets: [{ secret_key, until: null }] },
    };
    return [...webhooks, created];
  }
  const { webhook_id, at } = event.data;
  if (event.type === 'WebhookDeleted') return webhooks.filter(({ id }) => id !== webhook_id);
  return webhooks.map((webhook) =>
    webhook.id === webhook_id ? { ...webhook, ...changesOf(webhook, event), updated_at: at } : webhook,
  );
}

function changesOf(
  webhook: Webhook,
  event: Extract<
    WebhooksEvent,
    { type: 'WebhookEdited' | 'WebhookEnabled' | 'WebhookDisabled' | 'WebhookSecretRotated' }
  >,
): Partial<Webhook> {
  switch (event.type) {
    case 'WebhookEdited': {
      const { webhook_id: _id, at: _at, ...changes } = event.data;
      return changes;
    }
    case 'WebhookEnabled':
      return { status: 'enabled', disabled_reason: null, disabled_at: null };
    case 'WebhookDisabled':
      return { status: 'disabled', disabled_reason: event.data.reason, disabled_at: event.data.at };
    case 'WebhookSecretRotated': {
      const { secret_key, old_until } = event.data;
      const old = webhook.secrets.slice(0, 1).map((secret) => ({ ...secret, until: old_until }));
      return { secrets: [{ secret_key, until: null }, ...old] };
    }
    default:
      return ignoreUnknown(event, {});
  }
}

// ---- commands ----

/** An endpoint as sent; its secret and the values of its headers lie in the vault already. */
export interface WebhookInput extends WebhookContent {
  readonly webhook_id: string;
  readonly secret_key: string;
}

// ---- events that are told ----

/** A told event without its resource: what is kept of every one. */
export interface ToldEvent {
  /** The same for every delivery and however often it is made. */
  readonly id: string;
  readonly type: string;
  /** Real time, ISO 8601 in UTC. */
  readonly created_at: string;
  /** The stream that it is made of, and its place there. */
  readonly stream: string;
  readonly revision: number;
  readonly resource_id: string;
}

/** Which told events of the command's own organization and environment; newest first unless it goes on `after`. */
export interface ToldEventsAsked {
  /** Empty: all. */
  readonly types: readonly string[];
  readonly resource_id: string | null;
  /** Instants of created_at, ISO 8601; null: no bound. */
  readonly from: { readonly at: string; readonly inclusive: boolean } | null;
  readonly to: { readonly at: string; readonly inclusive: boolean } | null;
  readonly take: number;
  readonly skip: number;
  readonly direction: 'forward' | 'backward';
  /** The id of the event that a page begins after, in its direction. */
  readonly after: string | null;
}

// ---- attempts ----

/** One attempt to deliver an event to an endpoint, as the API answers it. */
export interface AttemptDoc {
  readonly id: string;
  readonly webhook: string;
  readonly event: string;
  /** Which one of this event and endpoint, from 1. */
  readonly attempt: number;
  readonly kind: 'automatic' | 'manual';
  /** Recorded at this instant, before it was made. */
  readonly created_at: string;
  /** Null while it is under way, and where nothing was answered. */
  readonly status_code: number | null;
  readonly duration_ms: number | null;
  /** The first 4 KB of what was answered. */
  readonly response_body: string | null;
  /** Why it failed, in English; null where it succeeded or is under way. */
  readonly error: string | null;
  /** When the event is tried again; null: it is not. */
  readonly next_attempt_at: string | null;
}

export interface AttemptsAsked {
  readonly webhook_id: string;
  readonly event_id: string | null;
  readonly kind: 'automatic' | 'manual' | null;
  readonly status: 'succeeded' | 'failed' | 'pending' | null;
  readonly from: { readonly at: string; readonly inclusive: boolean } | null;
  readonly to: { readonly at: string; readonly inclusive: boolean } | null;
  readonly take: number;
  readonly skip: number;
  readonly direction: 'forward' | 'backward';
  /** The id of the attempt that a page begins after, in its direction. */
  readonly after: string | null;
}

/** How an endpoint does: rates are of its latest thousand attempts of the last day. */
export interface WebhookHealth {
  /** 0 to 1; null without an attempt. */
  readonly success_rate: number | null;
  /** Milliseconds; null without an answered attempt. */
  readonly p95_ms: number | null;
  readonly attempts: number;
  /** Events that wait to be delivered; ten thousand at most are counted. */
  readonly pending: number;
  readonly last_success_at: string | null;
  readonly last_failure: {
    readonly at: string;
    readonly attempt: string;
    readonly status_code: number | null;
    readonly error: string;
  } | null;
  /** Since when nothing has succeeded; null: the last attempt did. */
  readonly failing_since: string | null;
}

// ---- the API's read model ----

/** One row an organization and environment. */
export const webhooksReadModel = {
  projection: 'webhooks.webhooks',
  table: 'gateway.webhooks',
  stream: WEBHOOKS_STREAM,
} as const satisfies ReadModel;
export interface WebhooksRow {
  /** {@link webhooksKey}. */
  readonly id: string;
  readonly revision: number;
  readonly organization_id: string;
  readonly livemode: boolean;
  /** Oldest first. */
  readonly webhooks: readonly Webhook[];
}
