import { KEPT_AFTER_USE_HOURS, type CertificateKind, type OrganizationEvent } from '#contracts';
import { defineProcess, ignore, schedule, send, type Effect } from '#eventing';

/**
 * Follows which certificates organizations use: a new CSD signs for its RFC, and one that went out of use is destroyed once
 * no document that was under way can need it. A FIEL signs no documents: it goes at once.
 */
export const certificatesInUse = defineProcess({
  name: 'stamping.certificates',
  react: { 'organization-': follow },
});

function follow(id: string, event: OrganizationEvent): readonly Effect[] {
  switch (event.type) {
    case 'CertificateSet': {
      const { serial_number, replaces, at } = event.data;
      const use = send('stamping.use-certificate', id, { serial_number });
      return replaces === null ? [use] : [use, forgetLater(id, replaces, at, 'replaced')];
    }
    case 'CertificateRemoved':
      return [forgetLater(id, event.data.serial_number, event.data.at, 'removed')];
    case 'FielSet': {
      const { replaces, at } = event.data;
      return replaces === null ? [ignore('no FIEL before')] : [forget(id, 'fiel', replaces, at, 'replaced')];
    }
    case 'FielRemoved':
      return [forget(id, 'fiel', event.data.serial_number, event.data.at, 'removed')];
    default:
      return [ignore('no certificate came into use, or went out of it')];
  }
}

type Reason = 'replaced' | 'removed';

const forget = (
  id: string,
  kind: CertificateKind,
  serial_number: string,
  before: string,
  reason: Reason,
): Effect => send('stamping.forget-certificate', id, { kind, serial_number, before, reason });

function forgetLater(id: string, serial_number: string, before: string, reason: Reason): Effect {
  const due = new Date(Date.parse(before) + KEPT_AFTER_USE_HOURS * 3_600_000).toISOString();
  return schedule(due, 'stamping.forget-certificate', id, { kind: 'csd', serial_number, before, reason });
}
