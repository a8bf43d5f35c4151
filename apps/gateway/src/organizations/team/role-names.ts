import type { Bilingual, Language } from '#kernel';
import { adminRoleId, ROLE_TEMPLATES, type Team } from '#contracts';

/** What the API calls an owner's access, which has no role. */
export const OWNER_NAME: Bilingual = { es: 'Propietario', en: 'Owner' };

const ADMINISTRATOR = ROLE_TEMPLATES.find(({ code }) => code === 'org-admin')?.name ?? OWNER_NAME;

/** The name of a role, as people read it; null where the organization has none of that id. */
export function roleNameOf(
  organizationId: string,
  { roles }: Pick<Team, 'roles'>,
  roleId: string,
  language: Language,
): string | null {
  if (roleId === adminRoleId(organizationId)) return ADMINISTRATOR[language];
  return roles.find(({ id }) => id === roleId)?.name ?? null;
}
