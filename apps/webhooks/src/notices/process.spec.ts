import { describe, expect, it } from '@jest/globals';
import type { StreamEvent } from '#kernel';
import type { WebhooksEvent } from '#contracts';
import { webhookNotices } from './process.js';

const at = '2026-11-24T18:00:00.000Z';
const webhook_id = '66f0c0c0c0c0c0c0c0c0c0ff';
const react = (event: WebhooksEvent, { key = '66f0c0c0c0c0c0c0c0c0c0c0.live', revision = 7 } = {}) =>
  webhookNotices.react({ ...event, streamId: `webhooks-${key}`, revision } as unknown as StreamEvent);
const failing: WebhooksEvent = {
  type: 'WebhookFailing',
  data: { webhook_id, since: '2026-11-22T18:00:00.000Z', disabled_at: '2026-11-27T18:00:00.000Z', at },
};
const disabled = (reason: 'request' | 'gone' | 'failing'): WebhooksEvent => ({
  ...{ type: 'WebhookDisabled', data: { webhook_id, reason, at } },
});

describe('notices of endpoints', () => {
  it('follow the streams of webhooks, and begin with what happens from now on', () =>
    expect(webhookNotices).toMatchObject({ streams: ['webhooks-'], begins: 'now' }));

  it('say since when an endpoint fails, and when it is disabled', () => {
    const { since, disabled_at } = failing.data as { since: string; disabled_at: string };
    expect(react(failing)).toMatchObject([
      {
        kind: 'send',
        command: {
          type: 'notifications.send-webhook-notice',
          data: { webhook_id, matter: { kind: 'failing', since, disabled_at }, at },
        },
      },
    ]);
  });

  it.each(['gone', 'failing'] as const)('say that one was disabled as it was %s', (reason) =>
    expect(react(disabled(reason))).toMatchObject([
      { kind: 'send', command: { data: { webhook_id, matter: { kind: 'disabled', reason }, at } } },
    ]),
  );

  it('are one mail an event, however often they are sent', () => {
    const keyOf = (event: WebhooksEvent, place = {}) => {
      const [sent] = react(event, place);
      return sent?.kind === 'send' ? sent.command.key : '';
    };
    expect(keyOf(failing)).toBe(keyOf(failing));
    const others = [keyOf(failing, { revision: 8 }), keyOf(failing, { key: 'x.test' })];
    expect(new Set([keyOf(failing), ...others]).size).toBe(3);
  });

  it('are not sent of what was asked for', () => {
    for (const event of [disabled('request'), { type: 'WebhookDeleted', data: { webhook_id, at } } as const])
      expect(react(event)).toMatchObject([{ kind: 'ignore' }]);
  });
});
