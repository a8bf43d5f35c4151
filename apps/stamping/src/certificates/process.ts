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
  if (event.type === 'CertificateSet') {
    const { serial_number, replaces, at } = event.data;
    const use = send('stamping.use-certificate', id, { serial_number });
    return replaces === null ? [use] : [use, forgetLater(id, replaces, at, 'replaced')];
  }
  if (event.type === 'CertificateRemoved')
    return [forgetLater(id, event.data.serial_number, event.data.at, 'removed')];
  if (event.type === 'FielSet' && event.data.replaces !== null)
    return [forget(id, 'fiel', event.data.replaces, event.data.at, 'replaced')];
  if (event.type === 'FielRemoved')
    return [forget(id, 'fiel', event.data.serial_number, event.data.at, 'removed')];
  return [ignore('no certificate of the organization came into use, or went out of it')];
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
