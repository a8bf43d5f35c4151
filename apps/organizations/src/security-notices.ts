import { deterministicId, type StreamEvent } from '#kernel';
import { ORGANIZATION_STREAM, USER_STREAM } from '#contracts';
import type { OrganizationEvent, SecurityMatter, SecurityNotice, UserEvent } from '#contracts';
import { defineProcess, ignore, send, type Effect } from '#eventing';

/**
 * Has people told of what may not have been them: keys, members, roles, certificates. It begins with the events after its
 * first start: nobody wants mails about what happened years ago.
 */
export const securityNotices = defineProcess({
  name: 'organizations.security-notices',
  begins: 'now',
  react: { 'organization-': tellOwners, 'user-': tellUser },
});

const NO_NEWS = ignore('nobody has to hear of it at once');

function tellOwners(id: string, event: StreamEvent<OrganizationEvent>): readonly Effect[] {
  const matter = matterOf(event);
  if (!matter) return [NO_NEWS];
  const person = personOf(event);
  const stream = `${ORGANIZATION_STREAM}${id}`;
  const owners = tell(stream, event, { matter, person, to: 'owners' });
  return person === null ? [owners] : [owners, tell(stream, event, { matter, person, to: 'person' })];
}

/** The first key of a user is handed to them by whoever makes the user. */
function tellUser(id: string, event: StreamEvent<UserEvent>): readonly Effect[] {
  if (event.type !== 'UserKeyAdded' && event.type !== 'UserKeysReset') return [NO_NEWS];
  const kind = event.type === 'UserKeyAdded' ? 'user-key-added' : 'user-keys-reset';
  const matter = { kind, first_12: event.data.key.first_12 } as const;
  return [tell(`${USER_STREAM}${id}`, event, { matter, person: id, to: 'person' })];
}

function tell(
  stream: string,
  { data: { at }, revision, metadata: { actor } }: StreamEvent<OrganizationEvent | UserEvent>,
  what: Pick<SecurityNotice, 'matter' | 'person' | 'to'>,
): Effect {
  // Named after the event: however often this is sent, it is one mail.
  const mail = deterministicId('security notice', stream, revision, what.to);
  return send('notifications.send-security-notice', mail, { ...what, actor, at, revision });
}

/** What people should hear of an event; undefined: nothing. */
function matterOf(event: OrganizationEvent): SecurityMatter | undefined {
  const { type, data } = event;
  if (type === 'LiveKeyAdded') {
    const { key, name, operations, allowed_ips } = data;
    const narrowed = operations !== undefined || allowed_ips !== undefined;
    return { kind: 'live-key-added', first_12: key.first_12, name, narrowed };
  }
  if (type === 'TestKeyRenewed') return { kind: 'test-key-renewed', first_12: data.test_key.first_12 };
  if (type === 'MemberJoined') return { kind: 'member-joined', role: data.role };
  if (type === 'MemberRoleSet') return { kind: 'role-set', role: data.role };
  if (type === 'OwnershipShared') return { kind: 'ownership-shared' };
  if (type === 'OwnershipGivenUp') return { kind: 'ownership-given-up', role: data.role };
  return matterOfCertificate(event);
}

function matterOfCertificate({ type, data }: OrganizationEvent): SecurityMatter | undefined {
  if (type === 'CertificateSet' || type === 'FielSet') {
    const { serial_number, replaces } = data;
    const certificate = type === 'FielSet' ? 'fiel' : 'csd';
    // The first one is what an organization waits for.
    return replaces === null
      ? undefined
      : { kind: 'certificate-replaced', certificate, serial_number, replaces };
  }
  // Or the one before would be replaced unheard, in two steps.
  if (type === 'CertificateRemoved' || type === 'FielRemoved') {
    const certificate = type === 'FielRemoved' ? 'fiel' : 'csd';
    return { kind: 'certificate-removed', certificate, serial_number: data.serial_number };
  }
  return undefined;
}

/** The user concerned; null: nobody in particular. */
function personOf({ type, data }: OrganizationEvent): string | null {
  const isOfPerson =
    type === 'MemberJoined' ||
    type === 'MemberRoleSet' ||
    type === 'OwnershipShared' ||
    type === 'OwnershipGivenUp';
  return isOfPerson ? data.user_id : null;
}
