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
function matterOf({ type, data }: OrganizationEvent): SecurityMatter | undefined {
  switch (type) {
    case 'LiveKeyAdded':
      return { kind: 'live-key-added', first_12: data.key.first_12, name: data.name };
    case 'TestKeyRenewed':
      return { kind: 'test-key-renewed', first_12: data.test_key.first_12 };
    case 'MemberJoined':
      return { kind: 'member-joined', role: data.role };
    case 'MemberRoleSet':
      return { kind: 'role-set', role: data.role };
    case 'OwnershipShared':
      return { kind: 'ownership-shared' };
    case 'OwnershipGivenUp':
      return { kind: 'ownership-given-up', role: data.role };
    case 'CertificateSet':
    case 'FielSet': {
      const { serial_number, replaces } = data;
      const certificate = type === 'FielSet' ? 'fiel' : 'csd';
      // The first one is what an organization waits for.
      return replaces === null
        ? undefined
        : { kind: 'certificate-replaced', certificate, serial_number, replaces };
    }
    // Or the one before would be replaced unheard, in two steps.
    case 'CertificateRemoved':
    case 'FielRemoved':
      return {
        kind: 'certificate-removed',
        certificate: type === 'FielRemoved' ? 'fiel' : 'csd',
        serial_number: data.serial_number,
      };
    default:
      return undefined;
  }
}

function personOf({ type, data }: OrganizationEvent): string | null {
  switch (type) {
    case 'MemberJoined':
    case 'MemberRoleSet':
    case 'OwnershipShared':
    case 'OwnershipGivenUp':
      return data.user_id;
    default:
      return null;
  }
}
