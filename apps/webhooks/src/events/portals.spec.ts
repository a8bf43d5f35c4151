import { describe, expect, it } from '@jest/globals';
import { ok, refuse, type Clock } from '#kernel';
import type { PortalAddress } from '#contracts';
import { Portals } from './portals.js';

const tenant = { organizationId: 'o', livemode: false };
const portal: PortalAddress = { public_url: 'https://a.example', domain: 'tienda', custom_domain: null };
const clock = { now: () => new Date('2026-11-26T18:00:00Z') } as unknown as Clock;

/** Portals over a bus that answers with these, one after the other. */
function portals(...answers: readonly (PortalAddress | null | 'refused' | 'lost')[]) {
  const asked: string[] = [];
  const send = ({ type, tenant: of }: { type: string; tenant: { organizationId: string } }) => {
    const answer = answers[asked.length];
    asked.push(`${type} ${of.organizationId}`);
    if (answer === 'lost') return Promise.reject(new Error('no answer'));
    if (answer === 'refused') return Promise.resolve(refuse('service_unavailable'));
    return Promise.resolve(ok({ data: answer }));
  };
  return { asked, portals: new Portals({ send }, clock) };
}

describe('where an organization has its portal', () => {
  it('is asked once for many events that come at one time', async () => {
    const { asked, portals: one } = portals(portal);
    expect(await Promise.all([one.portalOf(tenant), one.portalOf(tenant)])).toEqual([portal, portal]);
    expect(await one.portalOf({ ...tenant, livemode: true })).toEqual(portal);
    expect(asked).toEqual(['gateway.describe-portal o']);
  });

  it.each(['refused', 'lost'] as const)(
    'that is %s is asked for again by whoever comes next',
    async (first) => {
      const { portals: one } = portals(first, portal);
      await expect(one.portalOf(tenant)).rejects.toThrow();
      expect(await one.portalOf(tenant)).toEqual(portal);
    },
  );

  it('is nowhere for an organization that is gone', async () => {
    expect(await portals(null).portals.portalOf(tenant)).toBeNull();
  });
});
