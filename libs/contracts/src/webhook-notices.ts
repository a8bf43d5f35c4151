import type { DisabledReason, WebhookHealth } from './webhooks.js';

/** What people hear of an endpoint of theirs that takes nothing any more. */
export type WebhookMatter =
  /** Nothing has been delivered since `since`; unless that changes it is disabled at `disabled_at`. */
  | { readonly kind: 'failing'; readonly since: string; readonly disabled_at: string }
  | { readonly kind: 'disabled'; readonly reason: Exclude<DisabledReason, 'request'> };

/** A notice on its way; its mail follows from the event, so that each is sent once. */
export interface WebhookNotice {
  readonly webhook_id: string;
  readonly matter: WebhookMatter;
  readonly at: string;
}

/** An endpoint as a mail shows it, asked for when the mail is made. */
export interface NoticedWebhook {
  readonly url: string;
  readonly description: string | null;
  readonly failing_since: string | null;
  readonly last_failure: WebhookHealth['last_failure'];
}
