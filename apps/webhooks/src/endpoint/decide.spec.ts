import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import { given } from '#kernel/testing';
import { WEBHOOK_EVENT_TYPES, type WebhookInput, type WebhooksEvent } from '#contracts';
import { endpointsDecider, type EndpointsCommand } from './decide.js';

const at = '2026-11-26T12:00:00.000Z';
const decider = endpointsDecider({ limit: 2 });
const A = '6743f1c2a1b2c3d4e5f60701';
const B = '6743f1c2a1b2c3d4e5f60702';
const C = '6743f1c2a1b2c3d4e5f60703';

const input = (webhook_id: string, url: string): WebhookInput => ({
  ...{ webhook_id, url, secret_key: `secret of ${webhook_id}`, enabled_events: ['*'], description: null },
  ...{ headers: [], headers_key: null, payload_style: 'full', ordered: false },
});
const created = (webhook_id: string, url: string): WebhooksEvent => ({
  type: 'WebhookCreated',
  data: { ...input(webhook_id, url), at },
});
const create = (webhook_id: string, url: string): EndpointsCommand => ({
  ...{ type: 'create', webhook: input(webhook_id, url), at },
});
const edit = (
  webhookId: string,
  changes: (EndpointsCommand & { type: 'edit' })['changes'],
  status?: 'enabled' | 'disabled',
): EndpointsCommand => ({ type: 'edit', webhookId, changes, status, at });
const disabledBy = (webhook_id: string, reason: 'request' | 'gone' | 'failing'): WebhooksEvent => ({
  type: 'WebhookDisabled',
  data: { webhook_id, reason, at },
});
const two = [created(A, 'https://a.example/hook'), created(B, 'https://b.example/hook')];
const stateAfter = (events: readonly WebhooksEvent[]) => fold(decider, events);

describe('creating an endpoint', () => {
  it('records it, enabled', () => {
    given(decider)
      .when(create(A, 'https://a.example/hook'))
      .then([created(A, 'https://a.example/hook')]);
    expect(stateAfter([created(A, 'https://a.example/hook')])).toMatchObject([
      { id: A, status: 'enabled', secrets: [{ secret_key: `secret of ${A}`, until: null }] },
    ]);
  });

  it.each(['https://a.example/hook', 'HTTPS://A.example:443/hook'])(
    'changes nothing for a URL that has one, also written as %s and at the limit',
    (url) => given(decider, two).when(create(C, url)).then([]),
  );

  it('takes another path of the same host for another endpoint', () =>
    given(decider, [created(A, 'https://a.example/hook')])
      .when(create(B, 'https://a.example/Hook'))
      .thenTypes('WebhookCreated'));

  it('is refused above the limit, until one is deleted', () => {
    given(decider, two)
      .when(create(C, 'https://c.example'))
      .thenRefused('webhook_limit_reached', { params: { limit: 2 } });
    const fewer: WebhooksEvent[] = [...two, { type: 'WebhookDeleted', data: { webhook_id: A, at } }];
    given(decider, fewer).when(create(C, 'https://c.example')).thenTypes('WebhookCreated');
  });
});

describe('editing an endpoint', () => {
  it('records what changed, and nothing where nothing does', () => {
    given(decider, two)
      .when(edit(A, { url: 'https://a.example/hook', ordered: true, enabled_events: ['invoice.stamped'] }))
      .then([
        {
          type: 'WebhookEdited',
          data: { webhook_id: A, ordered: true, enabled_events: ['invoice.stamped'], at },
        },
      ]);
    given(decider, two)
      .when(edit(A, { enabled_events: ['*'], description: null }, 'enabled'))
      .then([]);
  });

  it('disables and enables, together with other changes', () => {
    given(decider, two)
      .when(edit(A, { ordered: true }, 'disabled'))
      .thenTypes('WebhookEdited', 'WebhookDisabled');
    const off = [...two, disabledBy(A, 'gone')];
    expect(stateAfter(off)[0]).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
      disabled_at: at,
    });
    given(decider, off)
      .when(edit(A, {}, 'enabled'))
      .then([{ type: 'WebhookEnabled', data: { webhook_id: A, at } }]);
    given(decider, off)
      .when(edit(A, {}, 'disabled'))
      .then([]);
  });

  it('is refused to the URL of another one, and names that', () =>
    given(decider, two)
      .when(edit(A, { url: 'https://b.example:443/hook' }))
      .thenRefused('conflict', { path: 'url', location: 'body', resourceId: B }));

  it.each<[string, EndpointsCommand]>([
    ['edited', edit(C, {}, 'disabled')],
    ['deleted', { type: 'delete', webhookId: C, at }],
    ['given another secret', { type: 'rotate-secret', webhookId: C, secretKey: 's', now: new Date(0), at }],
    ['pinged', { type: 'ping', webhookId: C, pingId: 'p', at }],
  ])('that is not there can’t be %s', (_, command) =>
    given(decider, two).when(command).thenRefused('webhook_not_found'),
  );
});

describe('rotating a secret', () => {
  const now = new Date('2026-11-26T20:00:00.000Z');
  const rotate = (secretKey: string): EndpointsCommand => ({
    ...{ type: 'rotate-secret', webhookId: A, secretKey, now, at },
  });
  const rotated = (secret_key: string): WebhooksEvent => ({
    type: 'WebhookSecretRotated',
    data: { webhook_id: A, secret_key, old_until: '2026-11-27T20:00:00.000Z', at },
  });

  it('leaves the old one beside it for 24 hours of real time', () => {
    given(decider, two)
      .when(rotate('2'))
      .then([rotated('2')]);
    expect(stateAfter([...two, rotated('2')])[0]?.secrets).toEqual([
      { secret_key: '2', until: null },
      { secret_key: `secret of ${A}`, until: '2026-11-27T20:00:00.000Z' },
    ]);
  });

  it('meanwhile again keeps the latest two', () =>
    expect(
      stateAfter([...two, rotated('2'), rotated('3')])[0]?.secrets.map(({ secret_key }) => secret_key),
    ).toEqual(['3', '2']));
});

describe('what the deliveries find out', () => {
  const disable: EndpointsCommand = { type: 'disable', webhookId: A, reason: 'gone', at };
  const note: EndpointsCommand = { type: 'note-failing', webhookId: A, since: at, disabledAt: at, at };

  it('disables an endpoint, or says that it fails', () => {
    given(decider, two)
      .when(disable)
      .then([disabledBy(A, 'gone')]);
    given(decider, two)
      .when(note)
      .then([{ type: 'WebhookFailing', data: { webhook_id: A, since: at, disabled_at: at, at } }]);
  });

  it.each([
    ['disabled', [...two, disabledBy(A, 'request')]],
    ['gone', []],
  ])('is nothing new of an endpoint that is %s', (_, history) => {
    given(decider, history).when(disable).then([]);
    given(decider, history).when(note).then([]);
  });
});

describe('trying it out', () => {
  it('pings an endpoint, enabled or not', () => {
    const pinged = { type: 'WebhookPinged', data: { webhook_id: A, ping_id: 'p', at } } as const;
    for (const history of [two, [...two, disabledBy(A, 'request')]])
      given(decider, history).when({ type: 'ping', webhookId: A, pingId: 'p', at }).then([pinged]);
  });

  const trigger = (eventType: string, livemode = false): EndpointsCommand => ({
    ...{ type: 'trigger', eventType, sampleId: 's', livemode, at },
  });

  it('makes a sample of a type, in Test only', () => {
    given(decider)
      .when(trigger('invoice.status_updated'))
      .then([
        { type: 'SampleTriggered', data: { event_type: 'invoice.status_updated', sample_id: 's', at } },
      ]);
    given(decider).when(trigger('invoice.status_updated', true)).thenRefused('api_key_not_allowed');
  });

  it.each([
    ['invoice.stampd', { suggestion: '"invoice.stamped"', values: WEBHOOK_EVENT_TYPES.join(', ') }],
    ['*', { values: WEBHOOK_EVENT_TYPES.join(', ') }],
    // Only a ping sends it.
    ['webhook.ping', { values: WEBHOOK_EVENT_TYPES.join(', ') }],
  ])('refuses a sample of %s', (type, params) =>
    given(decider)
      .when(trigger(type))
      .thenRefused('invalid_request', {
        details: [{ path: 'type', code: 'invalid_value', source: 'service', location: 'body', params }],
      }),
  );
});
