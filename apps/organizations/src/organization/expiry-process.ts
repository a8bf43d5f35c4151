import { deterministicId } from '#kernel';
import type { CertificateKind, CertificateNotice, OrganizationEvent } from '#contracts';
import { defineProcess, ignore, schedule, send, type Effect } from '#eventing';
import { noticesAfter } from './expiry.js';

/**
 * Has the owners of organizations told that a certificate is about to end. All looks at a certificate are planned when it
 * comes into use; a look at one that was replaced meanwhile finds nothing to say.
 */
export const certificateNotices = defineProcess({
  name: 'organizations.certificate-notices',
  react: { 'organization-': notify },
});

function notify(id: string, event: OrganizationEvent): readonly Effect[] {
  if (event.type === 'CertificateExpiring') {
    const { notice, at: _at, ...data } = event.data;
    // Named after what it says: however often this is sent, it is one mail.
    const mail = deterministicId('certificate notice', id, data.kind, data.serial_number, notice);
    return [send('notifications.send-certificate-notice', mail, data)];
  }
  if (event.type === 'CertificateSet') return planNotices(id, 'csd', event.data);
  if (event.type === 'FielSet') return planNotices(id, 'fiel', event.data);
  return [ignore('no certificate of the organization came into use, or is about to end')];
}

/** Looks at a certificate on the days of its notices. */
export function planNotices(
  id: string,
  kind: CertificateKind,
  {
    serial_number,
    expires_at,
    at,
  }: Pick<CertificateNotice, 'serial_number' | 'expires_at'> & { readonly at: string },
): readonly Effect[] {
  const looks = noticesAfter(at, expires_at);
  if (looks.length === 0) return [ignore('the certificate ends before any notice of it')];
  return looks.map((due) => schedule(due, 'organizations.notify-expiry', id, { kind, serial_number }));
}
