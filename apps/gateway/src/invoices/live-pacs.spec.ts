import { describe, expect, it, jest } from '@jest/globals';
import { FixedClock, type Tenant } from '#kernel';
import { CommandTimeout, type CommandBus } from '#bus';
import type { CommandOutcome, PacsReachable } from '#contracts';
import { errorBody } from '#http';
import { LivePacs } from './live-pacs.js';

const clock = new FixedClock(new Date('2026-11-27T18:00:00.000Z'));
const live: Tenant = { organizationId: '66f0c0c0c0c0c0c0c0c0c0ff', livemode: true };
const test: Tenant = { ...live, livemode: false };

/** A gateway that is answered so, or not at all; and how often it asked. */
function given(...answers: readonly (PacsReachable | Error)[]) {
  const rest = [...answers];
  const send = jest.fn(async (..._sent: unknown[]): Promise<CommandOutcome<PacsReachable>> => {
    const next = rest.shift();
    if (next === undefined || next instanceof Error) throw next ?? new Error('asked too often');
    return { ok: true, value: { at: null, data: next } } as never;
  });
  return { pacs: new LivePacs({ send } as unknown as CommandBus, clock), send };
}
const codeOf = async (pacs: LivePacs, tenant = live) => {
  const judged = await pacs.check(tenant);
  return judged.ok ? 'ok' : judged.refusal.code;
};

describe('whether anybody could stamp', () => {
  it('is not asked in Test', async () => {
    const { pacs, send } = given();
    expect(await codeOf(pacs, test)).toBe('ok');
    expect(send).not.toHaveBeenCalled();
  });

  it('is asked in Live, and let through', async () => {
    const { pacs, send } = given({ state: 'ready' });
    expect(await codeOf(pacs)).toBe('ok');
    expect(send).toHaveBeenCalledWith(
      expect.objectContaining({
        ...{ type: 'stamping.reachable', key: live.organizationId, tenant: live, data: {} },
      }),
      expect.objectContaining({ timeoutMs: 2_000 }),
    );
  });

  it('is no: without a PAC, the feature is not there', async () => {
    const refused = await given({ state: 'none_configured' }).pacs.check(live);
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'feature_not_available' } });
    if (refused.ok) return;
    expect(errorBody(refused.refusal, 'es').message).toMatch(/no hay un PAC configurado/);
    expect(errorBody(refused.refusal, 'en').message).toMatch(/no PAC is configured/);
  });

  it('is not now: each of them refuses, and the answer says when to come again', async () => {
    const closed = { state: 'all_refuse', retry_after_s: 17 } as const;
    expect(await given(closed).pacs.check(live)).toMatchObject({
      refusal: { code: 'invoice_stamping_service_unavailable', params: { retryAfter: 17 } },
    });
    const retention = await given(closed).pacs.check(live, 'retention_stamping_service_unavailable');
    expect(retention).toMatchObject({ refusal: { code: 'retention_stamping_service_unavailable' } });
  });

  it('is asked once by all who want to know at once, of each organization', async () => {
    const { pacs, send } = given({ state: 'ready' }, { state: 'none_configured' });
    expect(await Promise.all(Array.from({ length: 50 }, () => codeOf(pacs)))).toEqual(Array(50).fill('ok'));
    expect(send).toHaveBeenCalledTimes(1);
    expect(await codeOf(pacs, { ...live, organizationId: '66f0c0c0c0c0c0c0c0c0c0fe' })).toBe(
      'feature_not_available',
    );
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('is not remembered: an outage is said to the next one who asks', async () => {
    const { pacs } = given({ state: 'ready' }, { state: 'all_refuse', retry_after_s: 5 }, { state: 'ready' });
    expect([await codeOf(pacs), await codeOf(pacs), await codeOf(pacs)]).toEqual([
      ...['ok', 'invoice_stamping_service_unavailable', 'ok'],
    ]);
  });

  it('is taken for yes while stamping can not be asked: what is issued is pending then', async () => {
    const { pacs } = given(new CommandTimeout({ id: '1', type: 'stamping.reachable', key: '1' }));
    expect(await codeOf(pacs)).toBe('ok');
  });
});
