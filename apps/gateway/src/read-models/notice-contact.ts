import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import type { Bilingual } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  adminRoleId,
  DescribeNoticeCommand,
  isOfUser,
  organizationsReadModel,
  ROLE_TEMPLATES,
  usersReadModel,
  type CommandOutcome,
  type NamedActor,
  type OrganizationRow,
  type ReadModel,
  type SecurityContact,
  type SecurityNotice,
  type UserRow,
} from '#contracts';
import { answerWithData, ProjectionWatch } from '#eventing';
import { POOL } from '#hosting';

/** A row that shows the event is waited for; after that the command comes again. */
const WAIT_MS = 5_000;

type Keys = Pick<OrganizationRow, 'live_keys' | 'test_key_id' | 'test_key_first_12' | 'closed'>;
type Organization = Pick<OrganizationRow, 'id' | 'doc' | 'team'> & Keys;
type User = Pick<UserRow, 'id' | 'email' | 'full_name' | 'suspended_at'>;

/** Whom a notice about security goes to, and the names in it: asked when the mail is made, so that it says who they are now. */
@CommandHandler(DescribeNoticeCommand)
export class DescribeNoticeHandler implements Handles<DescribeNoticeCommand> {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly watch: ProjectionWatch,
  ) {}

  async execute({ tenant, data }: DescribeNoticeCommand): Promise<CommandOutcome<SecurityContact | null>> {
    const { organizationId: id } = tenant;
    const { matter, person, revision } = data;
    const isUsers = isOfUser(matter);
    await this.waitFor(isUsers ? usersReadModel : organizationsReadModel, id, revision);
    if (person !== null) await this.waitFor(usersReadModel, person, 0);
    if (isUsers) return answerWithData(describeUser(await this.users([id, ...idsIn(data)]), data));
    const organization = await this.organization(id);
    if (!organization) return answerWithData(null);
    const owners = organization.team.owners.map(({ user_id }) => user_id);
    const users = await this.users([...owners, ...idsIn(data)]);
    return answerWithData(describeOrganization(organization, users, data));
  }

  private async waitFor(model: ReadModel, id: string, revision: number): Promise<void> {
    const stream = `${model.stream}${id}`;
    if (!(await this.watch.reached(model, { stream, revision }, WAIT_MS)))
      throw new Error(`${model.projection} does not show ${stream} at ${revision} yet`);
  }

  private async organization(id: string): Promise<Organization | undefined> {
    const { rows } = await this.pool.query<Organization>(
      `SELECT id, doc, team, live_keys, test_key_id, test_key_first_12, closed
       FROM ${organizationsReadModel.table} WHERE id = $1`,
      [id],
    );
    return rows[0];
  }

  private async users(ids: readonly string[]): Promise<readonly User[]> {
    const { rows } = await this.pool.query<User>(
      `SELECT id, email, full_name, suspended_at FROM ${usersReadModel.table}
       WHERE id = ANY($1) ORDER BY created_at, id`,
      [ids],
    );
    return rows;
  }
}

/** The users that a notice names. */
const idsIn = ({ person, actor }: SecurityNotice): string[] => [
  ...(person === null ? [] : [person]),
  ...(/^user:(.+)$/.exec(actor)?.slice(1) ?? []),
];

function describeUser(users: readonly User[], { person, actor }: SecurityNotice): SecurityContact | null {
  const user = users.find(({ id }) => id === person);
  if (!user) return null;
  return {
    ...{ organization: null, to: [user.email], role_name: null },
    actor: nameActor(actor, users, []),
    person: nameOf(user),
  };
}

function describeOrganization(
  organization: Organization,
  users: readonly User[],
  { matter, person: personId, to, actor }: SecurityNotice,
): SecurityContact {
  const { doc, team } = organization;
  const person = users.find(({ id }) => id === personId);
  const owners = users.filter(
    ({ id, suspended_at }) =>
      id !== personId && suspended_at === null && team.owners.some(({ user_id }) => user_id === id),
  );
  // Who joins does so themself, whether by their key or on the page of the invitation.
  const joined = matter.kind === 'member-joined' && person;
  return {
    organization: doc,
    to: (to === 'owners' ? owners : person ? [person] : []).map(({ email }) => email),
    actor: joined ? { type: 'person', ...nameOf(joined) } : nameActor(actor, users, keysOf(organization)),
    person: person ? nameOf(person) : null,
    role_name: 'role' in matter ? roleName(organization, matter.role) : null,
  };
}

const nameOf = ({ full_name, email }: User) => ({ full_name, email });

function nameActor(
  actor: string,
  users: readonly User[],
  keys: readonly (readonly [id: string | null, first_12: string | null])[],
): NamedActor {
  const [, type = actor, id = ''] = /^([a-z-]+):(.*)$/.exec(actor) ?? [];
  const user = type === 'user' ? users.find((one) => one.id === id) : undefined;
  if (user) return { type: 'person', ...nameOf(user) };
  if (type === 'key') return { type, first_12: keys.find(([keyId]) => keyId === id)?.[1] ?? null };
  if (type.endsWith('-link') || type === 'invitation') return { type: 'link' };
  return { type: type === 'operator' ? 'operator' : 'service' };
}

/** The keys of an organization, also of one that was deleted meanwhile. */
const keysOf = (organization: Organization) =>
  [organization, ...(organization.closed ? [organization.closed] : [])].flatMap(
    ({ live_keys, test_key_id, test_key_first_12 }) => [
      [test_key_id, test_key_first_12] as const,
      ...live_keys.map(({ id, first_12 }) => [id, first_12] as const),
    ],
  );

function roleName({ id, team }: Organization, roleId: string): Bilingual | null {
  if (roleId === adminRoleId(id))
    return ROLE_TEMPLATES.find(({ code }) => code === 'org-admin')?.name ?? null;
  const role = team.roles.find((one) => one.id === roleId);
  return role ? { es: role.name, en: role.name } : null;
}
