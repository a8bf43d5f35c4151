import { deterministicId, type StreamEvent } from '#kernel';
import { WEBHOOKS_STREAM, type WebhookNotice, type WebhooksEvent } from '#contracts';
import { defineProcess, ignore, send, type Effect } from '#eventing';

/**
 * Has people told that an endpoint of theirs fails, and that it was disabled for it. It begins with the events after its
 * first start.
 */
export const webhookNotices = defineProcess({
  name: 'webhooks.notices',
  begins: 'now',
  react: { 'webhooks-': notify },
});

function notify(key: string, event: StreamEvent<WebhooksEvent>): readonly Effect[] {
  const notice = noticeOf(event);
  if (!notice) return [ignore('nobody has to hear of it')];
  // Named after the event: however often this is sent, it is one mail.
  const mail = deterministicId('webhook notice', `${WEBHOOKS_STREAM}${key}`, event.revision);
  return [send('notifications.send-webhook-notice', mail, notice)];
}

/** What people should hear of an event; undefined: nothing, as of what they asked for themselves. */
function noticeOf({ type, data }: WebhooksEvent): WebhookNotice | undefined {
  if (type === 'WebhookFailing') {
    const { webhook_id, since, disabled_at, at } = data;
    return { webhook_id, matter: { kind: 'failing', since, disabled_at }, at };
  }
  if (type === 'WebhookDisabled' && data.reason !== 'request') {
    const { webhook_id, reason, at } = data;
    return { webhook_id, matter: { kind: 'disabled', reason }, at };
  }
  return undefined;
}
