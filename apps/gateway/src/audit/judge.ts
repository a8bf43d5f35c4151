import { isId, type ErrorCode } from '#kernel';
import { takesOrganizationHeader, type Answered, type Principal, type RouteRow } from '#http';
import type { Outcome, Resource } from './entry.js';
import { resourceOf } from './resource.js';

/** What a request is, as far as the log asks. */
export interface Deed extends Answered {
  readonly row: RouteRow;
  /** Whose key it carries, whether or not it was let in. */
  readonly caller: Principal | undefined;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The organization that a user's key was meant for, by header. */
  readonly header: string | undefined;
  /** What the route has said of itself, where neither key nor path tell. */
  readonly concerns: Concern | undefined;
}

/** Whose log a request belongs to, where neither its key nor its path says. */
export interface Concern {
  readonly organizationId: string;
  readonly resource?: Resource;
  /** A read that is logged, too. */
  readonly audited?: boolean;
}

/** A deed that belongs into a log. */
export interface Judged {
  /** '' for what concerns no organization. */
  readonly organizationId: string;
  readonly resource: Resource;
  readonly outcome: Outcome;
  /** Nothing has shown that the caller belongs to the organization, or that there is such a one. */
  readonly isStranger: boolean;
}

/** 403, but no question of what somebody may do. */
const NO_DENIAL: ReadonlySet<ErrorCode> = new Set([
  ...(['feature_not_available', 'organization_incomplete'] as const),
]);
/** An organization that is not the caller's, whatever the status. */
const NOT_THEIRS: ReadonlySet<ErrorCode> = new Set([
  ...(['organization_not_found', 'organization_id_not_allowed'] as const),
]);
/** Of users that are refused by these, nobody has looked whether they belong to the organization. */
const OF_STRANGERS: ReadonlySet<ErrorCode> = new Set([
  ...NOT_THEIRS,
  ...(['api_key_not_allowed', 'user_suspended', 'invite_email_mismatch'] as const),
]);

/**
 * Whether and in whose log a request belongs: changes that were made or failed by our fault, reads of secrets, and
 * whatever was not allowed. Input that was refused changed nothing and is not in it.
 */
export function judge(deed: Deed): Judged | undefined {
  const { row, caller } = deed;
  // Hosted pages are open to whoever has a link: they tell the log themselves.
  if (row.keys.length === 0 || !caller) return undefined;
  const outcome = outcomeOf(deed);
  if (!outcome) return undefined;
  const organizationId = organizationOf(deed, caller);
  if (organizationId === undefined && outcome !== 'succeeded') return undefined;
  const isOwn = caller.kind !== 'user' && organizationId === caller.organizationId;
  const isKnown = outcome === 'denied' && deed.refused !== undefined && !OF_STRANGERS.has(deed.refused);
  const { start, params, concerns } = deed;
  const made = outcome === 'succeeded' ? start : '';
  return {
    // An organization that was just made is in its own log.
    organizationId: organizationId ?? madeOrganization(deed) ?? '',
    resource:
      concerns?.resource ?? resourceOf({ operation: row.operation, params, organizationId, start: made }),
    outcome,
    isStranger: !isOwn && outcome !== 'succeeded' && !isKnown,
  };
}

function outcomeOf({ row, status, refused, concerns }: Deed): Outcome | undefined {
  if (status === 403) return refused && NO_DENIAL.has(refused) ? undefined : 'denied';
  if (status === 401 || (refused && NOT_THEIRS.has(refused))) return 'denied';
  const isKept = row.operation.startsWith('write.') || row.audited === true || concerns?.audited === true;
  if (!isKept || (status >= 400 && status < 500)) return undefined;
  return status >= 500 ? 'failed' : 'succeeded';
}

/**
 * An organization's key acts for its own, unless it asked for another one, which is told that. A header is
 * read where the door reads it: elsewhere anybody may send any, and would write into that organization's log.
 */
function organizationOf(
  { row, params, header, concerns, refused }: Deed,
  caller: Principal,
): string | undefined {
  if (concerns) return concerns.organizationId;
  const { organization_id: named } = params;
  const asked = isId(named) ? named.toLowerCase() : undefined;
  if (caller.kind !== 'user')
    return refused === 'organization_not_found' && asked !== undefined ? asked : caller.organizationId;
  if (asked !== undefined || !takesOrganizationHeader(row)) return asked;
  return isId(header) ? header.toLowerCase() : undefined;
}

const madeOrganization = ({ row: { operation }, start }: Deed): string | undefined => {
  if (operation !== 'write.organizations.create') return undefined;
  const { id } = resourceOf({ operation, params: {}, organizationId: undefined, start });
  return id ?? undefined;
};
