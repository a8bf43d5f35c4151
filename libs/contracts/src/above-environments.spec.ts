import { describe, expect, it } from '@jest/globals';
import { datedBy, followsTestClock, isAboveEnvironments } from './above-environments.js';

const test = { organizationId: 'a', livemode: false };
const live = { organizationId: 'a', livemode: true };

describe('what deals with an organization above its environments', () => {
  it.each([
    'organizations.destroy',
    'organizations.answer-invite',
    'stamping.forget-certificate',
    'stamping.keep-certificate',
    'notifications.send-security-notice',
  ])('%s goes by the time of Live', (type) => {
    expect(isAboveEnvironments({ type })).toBe(true);
    expect(datedBy({ type, tenant: test })).toEqual(live);
    expect(followsTestClock({ type, tenant: test })).toBe(false);
  });

  it.each(['invoicing.create', 'stamping.stamp', 'cancellation.follow', 'notifications.deliver-mail'])(
    '%s goes by the clock of its environment',
    (type) => {
      expect(datedBy({ type, tenant: test })).toEqual(test);
      expect(followsTestClock({ type, tenant: test })).toBe(true);
      expect(followsTestClock({ type, tenant: live })).toBe(false);
    },
  );

  it('a mail on behalf of the organization, and not one with an invoice', () => {
    const send = (template: string) =>
      isAboveEnvironments({ type: 'notifications.send-mail', data: { template } });
    expect(['support-email', 'invitation', 'invoice', 'customer-edit-link'].map(send)).toEqual([
      ...[true, true, false, false],
    ]);
  });
});
