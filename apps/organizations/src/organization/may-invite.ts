import { refuse, type Refused } from '#kernel';
import {
  areAdministrators,
  isAdministrative,
  operationsOfPerson,
  type GrantedOperation,
  type Team,
} from '#contracts';

/**
 * Why somebody may not invite with a role of these operations; undefined where they may. Operations above everyday work are
 * given only by administrators, or by whoever has the very operation; all of them by administrators alone.
 */
export function refuseGrant(
  organizationId: string,
  team: Team,
  by: string,
  granted: readonly GrantedOperation[],
): Refused | undefined {
  const own = operationsOfPerson(organizationId, team, by);
  if (!own?.includes('write.invites.create')) return refuse('forbidden');
  if (areAdministrators(own)) return undefined;
  const beyond = granted.some((operation) => isAdministrative(operation) && !own.includes(operation));
  return beyond || areAdministrators(granted) ? refuse('organization_admin_role_required') : undefined;
}
