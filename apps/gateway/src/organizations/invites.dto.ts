import { ApiProperty } from '@nestjs/swagger';
import type { Language } from '#kernel';
import { adminRoleId, ROLE_TEMPLATES, type OrganizationDoc, type Team, type TeamInvite } from '#contracts';
import { Email, Flag, IdRef } from '#http';

export class CreateInviteBody {
  @Email({ description: 'Who is invited. An invitation to the same address is renewed, and mailed again' })
  email!: string;

  @IdRef({
    optional: true,
    description: 'The id of a role of the organization; an administrator’s if it is left out',
  })
  role?: string;
}

export class RespondInviteBody {
  @Flag({ description: 'Whether you accept; otherwise you decline, and the invitation ends' })
  accept!: boolean;
}

export class OkAnswer {
  @ApiProperty() ok!: boolean;
}

export class OrganizationInvite {
  @ApiProperty({ description: 'The invite_key of other routes. It is not the key of the mailed link' })
  id!: string;
  @ApiProperty({ type: String, format: 'date-time', description: 'When it was mailed last' })
  created_at!: string;
  @ApiProperty({ type: String, format: 'email' }) email!: string;
  @ApiProperty() organization_name!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Null after the role was deleted' })
  role!: string | null;
  @ApiProperty({ type: String, nullable: true }) role_name!: string | null;
  @ApiProperty({ type: [String], description: 'The role again, as a list' }) roles!: string[];
  @ApiProperty({ type: String, format: 'date-time', description: 'After it, it can’t be accepted any more' })
  expires_at!: string;
}

const ADMINISTRATOR = ROLE_TEMPLATES.find(({ code }) => code === 'org-admin')?.name;

/** The name of a role as people read it; undefined where the organization has none of that id. */
export function roleName(
  organizationId: string,
  { roles }: Pick<Team, 'roles'>,
  roleId: string,
  language: Language,
): string | undefined {
  if (roleId === adminRoleId(organizationId)) return ADMINISTRATOR?.[language];
  return roles.find(({ id }) => id === roleId)?.name;
}

/** An invitation as the API answers it. */
export function toInvite(
  { id, created_at, email, role, expires_at }: TeamInvite,
  { doc, team }: { readonly doc: OrganizationDoc; readonly team: Team },
  language: Language,
): OrganizationInvite {
  const name = roleName(doc.id, team, role, language);
  const known = name === undefined ? null : role;
  return {
    ...{ id, created_at, email, organization_name: doc.legal.name, role: known },
    ...{ role_name: name ?? null, roles: known === null ? [] : [known], expires_at },
  };
}
