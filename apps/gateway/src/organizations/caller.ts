import { isId, refuse } from '#kernel';
import { HttpRefusal, type Principal } from '#http';
import { actorOf } from '../actors.js';
import type { CallContext } from '../commands.js';

/** The user whose key a request carries; a key of an organization is not allowed. */
export function userOf(principal: Principal): string {
  if (principal.kind !== 'user') throw new HttpRefusal(refuse('api_key_not_allowed').refusal);
  return principal.userId;
}

/** The organization of the path's `organization_id`: `me` is the one whose key this is. */
export function organizationOf(principal: Principal, id: string): string {
  if (id === 'me' && principal.kind !== 'user') return principal.organizationId;
  if (isId(id)) return id.toLowerCase();
  throw new HttpRefusal(
    refuse('organization_not_found', { location: 'params', path: 'organization_id' }).refusal,
  );
}

/** Who asks about organizations, and the log id of the request. */
export interface OrganizationCall {
  readonly principal: Principal;
  readonly correlationId: string;
}

/** Organizations stand above the environments: their streams are their own tenant's. */
export function contextOf(id: string, { principal, correlationId }: OrganizationCall): CallContext {
  return { tenant: { organizationId: id, livemode: false }, actor: actorOf(principal), correlationId };
}
