import { refuse } from '#kernel';
import { HttpRefusal, type Principal } from '#http';

/** The user whose key a request carries; a key of an organization is not allowed. */
export function userOf(principal: Principal): string {
  if (principal.kind !== 'user') throw new HttpRefusal(refuse('api_key_not_allowed').refusal);
  return principal.userId;
}
