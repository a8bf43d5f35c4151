import { randomUUID } from 'node:crypto';
import { newId, type DomainEvent } from '#kernel';
import {
  adminRoleId,
  hashSecretKey,
  ORGANIZATION_STREAM,
  organizationsReadModel,
  USER_STREAM,
  usersReadModel,
  type OrganizationTeamEvent,
  type ReadModel,
  type RoleTemplateCode,
  type UserEvent,
} from '#contracts';
import type { Runtime } from '#hosting';
import { createUser } from './user.js';

/** People of organizations as events leave them, without the routes that would. */

type Service = Pick<Runtime, 'bus' | 'store' | 'watch' | 'pool'>;

/** A person of a test. */
export interface Person {
  readonly userId: string;
  /** Their User key. */
  readonly key: string;
}

/** What somebody may do: a template's operations, these alone, or those of a role that is there. */
export type Grant =
  | { readonly template: RoleTemplateCode }
  | { readonly operations: readonly string[] }
  | { readonly role: string };

/** Somebody who belongs to no organization. */
export async function addPerson(service: Runtime): Promise<Person> {
  const key = await createUser(service);
  const { rows } = await service.pool.query<{ id: string }>(
    `SELECT id FROM ${usersReadModel.table} WHERE key_hashes @> ARRAY[$1]`,
    [hashSecretKey(key)],
  );
  return { userId: rows[0]?.id ?? '', key };
}

/** A new person who belongs to an organization; by default its administrator. */
export async function addMember(
  service: Runtime,
  organizationId: string,
  grant: Grant = { template: 'org-admin' },
): Promise<Person> {
  const person = await addPerson(service);
  await joinOrganization(service, organizationId, person.userId, grant);
  return person;
}

/** Somebody who is there becomes a member. */
export async function joinOrganization(
  service: Service,
  organizationId: string,
  userId: string,
  grant: Grant,
): Promise<void> {
  const role = await roleOf(service, organizationId, grant);
  await say(service, organizationId, {
    type: 'MemberJoined',
    data: { user_id: userId, role, invite_id: newId(), at: now() },
  });
}

/** Gives a member another role. */
export async function setRole(
  service: Service,
  organizationId: string,
  userId: string,
  grant: Grant,
): Promise<void> {
  const role = await roleOf(service, organizationId, grant);
  await say(service, organizationId, {
    type: 'MemberRoleSet',
    data: { user_id: userId, role, by: 'story', at: now() },
  });
}

export const removeMember = (service: Service, organizationId: string, userId: string): Promise<void> =>
  say(service, organizationId, { type: 'MemberRemoved', data: { user_id: userId, by: 'story', at: now() } });

/** A member becomes a further owner. */
export const shareOwnership = (service: Service, organizationId: string, userId: string): Promise<void> =>
  say(service, organizationId, {
    type: 'OwnershipShared',
    data: { user_id: userId, by: 'story', at: now() },
  });

/** Adds a role, and gives its id. */
export async function addRole(
  service: Service,
  organizationId: string,
  grant: Exclude<Grant, { readonly role: string }>,
  name = 'Papel',
): Promise<string> {
  const role_id = newId();
  const content =
    'template' in grant
      ? { template_code: grant.template, add: [], remove: [] }
      : { template_code: null, add: grant.operations, remove: [] };
  await say(service, organizationId, {
    type: 'RoleAdded',
    data: { role_id, name, ...content, by: 'story', at: now() },
  });
  return role_id;
}

export const suspendUser = (service: Service, userId: string): Promise<void> =>
  sayOfUser(service, userId, { type: 'UserSuspended', data: { at: now() } });

export const resumeUser = (service: Service, userId: string): Promise<void> =>
  sayOfUser(service, userId, { type: 'UserResumed', data: { at: now() } });

const now = (): string => new Date().toISOString();

const roleOf = async (service: Service, organizationId: string, grant: Grant): Promise<string> => {
  if ('role' in grant) return grant.role;
  if ('template' in grant && grant.template === 'org-admin') return adminRoleId(organizationId);
  return addRole(service, organizationId, grant);
};

const say = (service: Service, organizationId: string, event: OrganizationTeamEvent): Promise<void> =>
  append(service, ORGANIZATION_STREAM, organizationId, event, organizationsReadModel);

const sayOfUser = (service: Service, userId: string, event: UserEvent): Promise<void> =>
  append(service, USER_STREAM, userId, event, usersReadModel);

/** Appends an event, and waits until the gateway shows it; whoever else writes meanwhile goes first. */
async function append(
  { store, watch }: Service,
  prefix: string,
  id: string,
  event: DomainEvent,
  readModel: ReadModel,
): Promise<void> {
  const stream = prefix + id;
  const metadata = {
    ...{ organizationId: id, livemode: false, commandId: randomUUID() },
    ...{ correlationId: newId(), actor: 'process:story' },
  };
  for (;;) {
    const { length } = await store.read(stream);
    const outcome = await store.append(stream, length - 1, [{ ...event, id: randomUUID() }], metadata);
    if (outcome.kind === 'conflict') continue;
    const at = { stream, revision: outcome.revision };
    if (await watch.reached(readModel, at, 30_000)) return;
    throw new Error(`the gateway shows no ${event.type} of ${stream}`);
  }
}
