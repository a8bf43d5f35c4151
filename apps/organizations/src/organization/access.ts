import { field, refuse, type Bilingual, type ErrorLocation, type Refused } from '#kernel';
import {
  areAdministrators,
  isAdministrative,
  operationsOfPerson,
  type GrantedOperation,
  type Team,
} from '#contracts';

/** The people of an organization, by its id: the built-in role is made of it. */
export interface Peopled {
  readonly organizationId: string;
  readonly team: Team;
}

/** Owners and members together. */
export const MOST_PEOPLE = 500;

/**
 * Refuses who does not belong to the organization, or may not do what is asked: the door looked, but people change
 * between its look and the decision.
 */
export function refuseUnlessMay(
  { organizationId, team }: Peopled,
  by: string,
  operation: GrantedOperation,
): Refused | undefined {
  const operations = operationsOfPerson(organizationId, team, by);
  if (!operations) return refuse('organization_not_found', { location: 'params', path: 'organization_id' });
  return operations.includes(operation) ? undefined : refuse('forbidden');
}

/** Whether a person is an administrator: one that may do everything. */
export const isAdministrator = ({ organizationId, team }: Peopled, userId: string): boolean =>
  areAdministrators(operationsOfPerson(organizationId, team, userId) ?? []);

/**
 * Refuses that a person gives others more than they may: only administrators make administrators, and an
 * administrative operation is given by administrators and by those who have it. `before`: what those others may already.
 */
export function mayGrant(
  { organizationId, team }: Peopled,
  by: string,
  granted: readonly GrantedOperation[],
  before: readonly GrantedOperation[] = [],
): Refused | undefined {
  const own = operationsOfPerson(organizationId, team, by) ?? [];
  if (areAdministrators(own)) return undefined;
  const more = granted.filter((operation) => !before.includes(operation));
  const rises = areAdministrators(granted) && more.length > 0;
  const beyond = more.filter((operation) => isAdministrative(operation) && !own.includes(operation));
  return rises || beyond.length > 0 ? refuse('organization_admin_role_required') : undefined;
}

/** Refuses with 403 and the reason in words. */
export const forbid = (path: string, message: Bilingual, location: ErrorLocation = 'params'): Refused =>
  refuse('forbidden', { path, location, details: [field(path, 'not_allowed', { location, message })] });
