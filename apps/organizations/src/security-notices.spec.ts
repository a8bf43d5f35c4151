import { describe, expect, it } from '@jest/globals';
import type { StreamEvent } from '#kernel';
import type { OrganizationEvent, UserEvent } from '#contracts';
import { securityNotices } from './security-notices.js';

const ID = '66f0c0c0c0c0c0c0c0c0c0ff';
const ANA = '66f0c0c0c0c0c0c0c0c0c0aa';
const at = '2026-11-21T18:00:00.000Z';
const key = { id: 'k1', hash: 'hash', first_12: 'sk_live_abcd' };

const react = (event: OrganizationEvent | UserEvent, { stream = `organization-${ID}`, revision = 7 } = {}) =>
  securityNotices.react({
    ...event,
    ...{ streamId: stream, revision, metadata: { actor: `user:${ANA}` } },
  } as unknown as StreamEvent);
const sent = (event: OrganizationEvent | UserEvent, stream?: string) =>
  react(event, stream === undefined ? {} : { stream }).map((effect) =>
    effect.kind === 'send' ? effect.command.data : effect.kind,
  );
const certificate = {
  ...{ serial_number: '00001000000700000001', rfc: 'EKU9003173C9', legal_name: 'ESCUELA KEMPER URGATE' },
  ...{ valid_from: at, expires_at: '2030-11-21T18:00:00.000Z', use: 'live' as const, at },
};
const envelope = { actor: `user:${ANA}`, at, revision: 7 };

describe('notices about security', () => {
  it('begin with what happens after the release that brought them', () =>
    expect(securityNotices).toMatchObject({ begins: 'now', streams: ['organization-', 'user-'] }));

  it('tell the owners of keys, with what they are recognised by and nothing else of them', () => {
    expect(sent({ type: 'LiveKeyAdded', data: { key, name: 'Tienda', at } })).toEqual([
      {
        matter: { kind: 'live-key-added', first_12: 'sk_live_abcd', name: 'Tienda', narrowed: false },
        ...{ person: null, to: 'owners', ...envelope },
      },
    ]);
    for (const limits of [{ operations: ['read.customers.list'] }, { allowed_ips: ['203.0.113.7'] }])
      expect(sent({ type: 'LiveKeyAdded', data: { key, name: null, ...limits, at } })).toMatchObject([
        { matter: { narrowed: true } },
      ]);
    expect(sent({ type: 'TestKeyRenewed', data: { test_key: key, at } })).toMatchObject([
      { matter: { kind: 'test-key-renewed', first_12: 'sk_live_abcd' }, to: 'owners' },
    ]);
  });

  it('tell the owners and the person concerned of members and roles, each by a mail of their own', () => {
    const user_id = ANA;
    const events: readonly [OrganizationEvent, object][] = [
      [
        { type: 'MemberJoined', data: { user_id, role: 'r1', invite_id: 'i1', at } },
        { kind: 'member-joined', role: 'r1' },
      ],
      [
        { type: 'MemberRoleSet', data: { user_id, role: 'r2', by: 'u2', at } },
        { kind: 'role-set', role: 'r2' },
      ],
      [{ type: 'OwnershipShared', data: { user_id, by: 'u2', at } }, { kind: 'ownership-shared' }],
      [
        { type: 'OwnershipGivenUp', data: { user_id, role: 'r1', at } },
        { kind: 'ownership-given-up', role: 'r1' },
      ],
    ];
    for (const [event, matter] of events) {
      expect(sent(event)).toEqual(
        (['owners', 'person'] as const).map((to) => ({ matter, to, person: ANA, ...envelope })),
      );
      const mails = react(event).map((effect) => effect.kind === 'send' && effect.command.key);
      expect(new Set(mails).size).toBe(2);
    }
  });

  it('tell the owners that a certificate was replaced or removed, not that there is a first one', () => {
    expect(sent({ type: 'CertificateSet', data: { ...certificate, replaces: null } })).toEqual(['ignore']);
    const { serial_number } = certificate;
    for (const [set, removed, kind] of [
      ['CertificateSet', 'CertificateRemoved', 'csd'],
      ['FielSet', 'FielRemoved', 'fiel'],
    ] as const) {
      expect(sent({ type: set, data: { ...certificate, replaces: '1' } })).toMatchObject([
        { matter: { kind: 'certificate-replaced', certificate: kind, serial_number, replaces: '1' } },
      ]);
      const gone = { serial_number, rfc: certificate.rfc, at };
      expect(sent({ type: removed, data: gone })).toMatchObject([
        { matter: { kind: 'certificate-removed', certificate: kind, serial_number } },
      ]);
    }
  });

  it('tell a user of their further keys, not of the first', () => {
    const stream = `user-${ANA}`;
    const create = { email: 'ana@example.com', full_name: 'Ana', key, at };
    expect(sent({ type: 'UserCreated', data: create }, stream)).toEqual(['ignore']);
    for (const [type, kind] of [
      ['UserKeyAdded', 'user-key-added'],
      ['UserKeysReset', 'user-keys-reset'],
    ] as const)
      expect(sent({ type, data: { key, at } }, stream)).toEqual([
        {
          matter: { kind, first_12: 'sk_live_abcd' },
          ...{ person: ANA, to: 'person', ...envelope },
        },
      ]);
  });

  it('are one mail of an event, and another one of the next', () => {
    const event: OrganizationEvent = { type: 'LiveKeyAdded', data: { key, name: null, at } };
    expect(react(event)).toEqual(react(event));
    expect(react(event, { revision: 8 })).not.toMatchObject([{ command: { key: mailOf(react(event)) } }]);
  });
});

const mailOf = ([effect]: ReturnType<typeof react>) =>
  effect?.kind === 'send' ? effect.command.key : undefined;
