import { ApiProperty } from '@nestjs/swagger';
import type { Language } from '#kernel';
import type { OrganizationDoc, Team, TeamInvite } from '#contracts';
import { Email, Flag, IdRef } from '#http';
import { roleNameOf } from './team/role-names.js';

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

export class OrganizationInvite {
  @ApiProperty({ description: 'The invite_key of other routes. It is not the key of the mailed link' })
  id!: string;
  @ApiProperty({ type: String, format: 'date-time', description: 'When it was mailed last' })
  created_at!: string;
  @ApiProperty({ type: String, format: 'email', description: 'Who is invited' }) email!: string;
  @ApiProperty({ description: 'Legal name of the organization' }) organization_name!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the role that it gives; null after the role was deleted',
  })
  role!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Name of that role, as people read it' })
  role_name!: string | null;
  @ApiProperty({ type: [String], description: 'The role again, as a list' }) roles!: string[];
  @ApiProperty({ type: String, format: 'date-time', description: 'After it, it can’t be accepted any more' })
  expires_at!: string;
}

/** An invitation as the API answers it. */
export function toInvite(
  { id, created_at, email, role, expires_at }: TeamInvite,
  { doc, team }: { readonly doc: OrganizationDoc; readonly team: Team },
  language: Language,
): OrganizationInvite {
  const name = roleNameOf(doc.id, team, role, language);
  const known = name === null ? null : role;
  return {
    ...{ id, created_at, email, organization_name: doc.legal.name, role: known },
    ...{ role_name: name, roles: known === null ? [] : [known], expires_at },
  };
}
