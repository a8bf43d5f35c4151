import { describe, expect, it } from '@jest/globals';
import type { OrganizationEvent } from '#contracts';
import { certificatesInUse } from './process.js';

const at = '2026-11-26T12:00:00.000Z';
const taken = (serial_number: string, replaces: string | null = null) => ({
  ...{ serial_number, rfc: 'EKU9003173C9', legal_name: 'ESCUELA KEMPER URGATE', use: 'live' as const },
  ...{ valid_from: '2024-01-01T00:00:00.000Z', expires_at: '2028-01-01T00:00:00.000Z', replaces, at },
});
const gone = { serial_number: 'n1', rfc: 'EKU9003173C9', at };
const effectsOf = (event: OrganizationEvent) =>
  certificatesInUse.react({ ...event, id: 'e1', streamId: 'organization-o1' } as never);
const forget = (kind: string, serial_number: string, reason: string) => ({
  type: 'stamping.forget-certificate',
  ...{ key: 'o1', data: { kind, serial_number, before: at, reason } },
});
const LATER = '2026-11-29T12:00:00.000Z';

describe('certificates in use', () => {
  it('sign for their RFC from then on', () => {
    const use = { type: 'stamping.use-certificate', key: 'o1', data: { serial_number: 'n2' } };
    expect(effectsOf({ type: 'CertificateSet', data: taken('n2') })).toEqual([
      { kind: 'send', command: use },
    ]);
    expect(effectsOf({ type: 'CertificateSet', data: taken('n2', 'n1') })).toEqual([
      { kind: 'send', command: use },
      { kind: 'schedule', at: LATER, command: forget('csd', 'n1', 'replaced') },
    ]);
  });

  it('are destroyed when no document under way can need them', () =>
    expect(effectsOf({ type: 'CertificateRemoved', data: gone })).toEqual([
      { kind: 'schedule', at: LATER, command: forget('csd', 'n1', 'removed') },
    ]));

  it('that sign no documents are destroyed at once', () => {
    expect(effectsOf({ type: 'FielRemoved', data: gone })).toEqual([
      { kind: 'send', command: forget('fiel', 'n1', 'removed') },
    ]);
    expect(effectsOf({ type: 'FielSet', data: taken('n2', 'n1') })).toEqual([
      { kind: 'send', command: forget('fiel', 'n1', 'replaced') },
    ]);
    expect(effectsOf({ type: 'FielSet', data: taken('n2') })).toMatchObject([{ kind: 'ignore' }]);
  });
});
