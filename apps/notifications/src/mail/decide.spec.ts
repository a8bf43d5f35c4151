import { describe, expect, it } from '@jest/globals';
import type { MailEvent } from '#contracts';
import { fold } from '#kernel';
import { given } from '#kernel/testing';
import { RETRY_SECONDS, mailDecider, type Delivery, type MailDecision } from './decide.js';

const NOW = new Date('2026-11-21T18:00:00.000Z');
const at = NOW.toISOString();
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString();
const [ana, luis, eva] = ['ana@example.com', 'luis@example.com', 'eva@example.com'];

const request = (to: readonly string[] = [ana, luis]): MailDecision => ({
  ...{ type: 'request', now: NOW, template: 'invoice', about: 'i', to, language: 'es', contentKey: 'mail/1' },
});
const requested = (to: readonly string[] = [ana, luis]): MailEvent => ({
  type: 'MailRequested',
  data: { template: 'invoice', about: 'i', to, language: 'es', content_key: 'mail/1', at },
});
const record = (attempt: number, delivery: Partial<Delivery>): MailDecision => ({
  ...{ type: 'record', now: NOW, attempt },
  delivery: { sent: [], refused: [], later: [], ...delivery },
});
const away = (...addresses: string[]) => addresses.map((address) => ({ address, reason: 'away' }));
const delayed = (
  attempt: number,
  parts: Partial<Extract<MailEvent, { type: 'MailDelayed' }>['data']> = {},
): MailEvent => ({
  type: 'MailDelayed',
  data: {
    ...{ attempt, sent: [], refused: [], waiting: [ana, luis], reason: 'away' },
    ...{ retry_at: inSeconds(RETRY_SECONDS[attempt - 1] ?? 0), at },
    ...parts,
  },
});

describe('a mail', () => {
  it('is asked for', () => given(mailDecider).when(request()).then([requested()]));

  it('is asked for once', () => given(mailDecider, [requested()]).when(request()).thenRefused('conflict'));

  it.each([[[]], [Array.from({ length: 11 }, (_, n) => `a${n}@example.com`)]])(
    'goes to one to ten addressees, not to %j',
    (to) => given(mailDecider).when(request(to)).thenRefused('invalid_request', { path: 'email' }),
  );

  it('is sent', () =>
    given(mailDecider, [requested()])
      .when(record(1, { sent: [ana, luis] }))
      .then([{ type: 'MailSent', data: { attempt: 1, to: [ana, luis], refused: [], at } }]));

  it('fails immediately if every address is permanently refused', () =>
    given(mailDecider, [requested()])
      .when(record(1, { refused: away(ana, luis) }))
      .then([
        {
          type: 'MailFailed',
          data: { attempt: 1, refused: away(ana, luis), reason: 'away', permanent: true, at },
        },
      ]));

  it('is tried again for those only who did not get it', () =>
    given(mailDecider, [requested([ana, luis, eva])])
      .when(record(1, { sent: [ana], refused: away(eva), later: away(luis) }))
      .then([delayed(1, { sent: [ana], refused: away(eva), waiting: [luis], retry_at: inSeconds(30) })]));

  it('that reached somebody counts as sent, and lists the addresses it did not reach', () =>
    given(mailDecider, [requested(), delayed(1, { sent: [ana], waiting: [luis] })])
      .when(record(2, { refused: away(luis) }))
      .then([{ type: 'MailSent', data: { attempt: 2, to: [], refused: away(luis), at } }]));

  it('is tried after 30 s, 2 min, 10 min, 1 h and 6 h, and then given up', () => {
    const history = [requested()];
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const [event] = given(mailDecider, history)
        .when(record(attempt, { later: away(ana, luis) }))
        .events();
      if (!event) throw new Error('nothing happened');
      if (event.type === 'MailDelayed') pauses.push((Date.parse(event.data.retry_at) - NOW.getTime()) / 1000);
      history.push(event);
    }
    expect(pauses).toEqual([30, 120, 600, 3_600, 21_600]);
    expect(history.at(-1)).toMatchObject({ type: 'MailFailed', data: { attempt: 6, permanent: false } });
  });

  it('does not count a try twice, nor one that comes too late', () => {
    given(mailDecider, [requested(), delayed(1)])
      .when(record(1, { sent: [ana, luis] }))
      .then([]);
    const sent: MailEvent = { type: 'MailSent', data: { attempt: 1, to: [ana], refused: [], at } };
    given(mailDecider, [requested(), sent])
      .when(record(2, { later: away(ana) }))
      .then([]);
  });

  it('that was never requested is not found', () =>
    given(mailDecider)
      .when(record(1, { sent: [ana] }))
      .thenRefused('not_found'));

  it('stays as it is at an event that it does not know', () => {
    const unknown = { type: 'MailOpened', data: {} } as unknown as MailEvent;
    expect(fold(mailDecider, [requested(), unknown])).toEqual(fold(mailDecider, [requested()]));
  });
});
