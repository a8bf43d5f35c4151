import { describe, expect, it } from '@jest/globals';
import type { StreamEvent } from '#kernel';
import type { OrganizationEvent } from '#contracts';
import { certificateNotices } from './expiry-process.js';

const ID = '66f0c0c0c0c0c0c0c0c0c0ff';
const at = '2026-11-21T18:00:00.000Z';
const react = (event: OrganizationEvent, id = ID) =>
  certificateNotices.react({ ...event, streamId: `organization-${id}` } as unknown as StreamEvent);
const taken = {
  ...{ serial_number: '00001000000700000001', rfc: 'EKU9003173C9', legal_name: 'ESCUELA KEMPER URGATE' },
  ...{ valid_from: at, expires_at: '2030-11-21T18:00:00.000Z', use: 'live' as const, replaces: null, at },
};
const notice = {
  ...{ kind: 'csd' as const, serial_number: taken.serial_number, expires_at: taken.expires_at },
  ...{ days_left: 29, notice: 30, at },
};

describe('notices of certificates', () => {
  it('follow the streams of organizations', () =>
    expect(certificateNotices.streams).toEqual(['organization-']));

  it('are planned when a CSD or a FIEL comes into use', () => {
    for (const [type, kind] of [
      ['CertificateSet', 'csd'],
      ['FielSet', 'fiel'],
    ] as const) {
      const data = { kind, serial_number: taken.serial_number };
      const command = { type: 'organizations.notify-expiry', key: ID, data };
      expect(react({ type, data: taken })).toEqual(
        ['2030-09-22', '2030-10-22', '2030-11-14', '2030-11-20'].map((day) => ({
          ...{ kind: 'schedule', at: `${day}T18:00:00.000Z`, command },
        })),
      );
    }
  });

  it('are not planned for a certificate that has ended', () =>
    expect(react({ type: 'CertificateSet', data: { ...taken, expires_at: at } })).toMatchObject([
      { kind: 'ignore' },
    ]));

  it('are one mail each, however often they are sent', () => {
    const [first] = react({ type: 'CertificateExpiring', data: notice });
    const { notice: _notice, at: _at, ...said } = notice;
    expect(first).toMatchObject({
      ...{ kind: 'send', command: { type: 'notifications.send-certificate-notice', data: said } },
    });
    const keyOf = (over: object, id = ID) => {
      const [sent] = react({ type: 'CertificateExpiring', data: { ...notice, ...over } }, id);
      return sent?.kind === 'send' ? sent.command.key : '';
    };
    expect(keyOf({ days_left: 28 })).toBe(keyOf({}));
    const others = [keyOf({ notice: 7 }), keyOf({ kind: 'fiel' }), keyOf({ serial_number: '2' })];
    expect(new Set([keyOf({}), keyOf({}, `${ID.slice(1)}0`), ...others]).size).toBe(5);
  });

  it('have nothing to do with anything else', () =>
    expect(react({ type: 'CertificateRemoved', data: { serial_number: '1', rfc: 'X', at } })).toMatchObject([
      { kind: 'ignore' },
    ]));
});
