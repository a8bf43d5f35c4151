import { field, isId, refuse, refuseFields, type Bilingual, type ErrorCode } from '#kernel';
import { keepToKinds, type KeyKind, type Principal } from './auth.js';
import { keepWithinLimits } from './key-limits.js';
import { HttpRefusal } from './refusals.js';
import type { RouteRow } from './route-table.js';

/** What somebody is, and may do in the organization that was asked about. */
export interface Standing {
  /** Nothing is done with their keys. */
  readonly suspended: boolean;
  /** Undefined: they do not belong to it, or it is not there. */
  readonly operations: ReadonlySet<string> | undefined;
  /** It is deleted: what its own keys do can't be done. */
  readonly closed: boolean;
}

/** Knows people. It may cache, and must forget at once who was removed, suspended or given another role. */
export interface Authority {
  standingOf(userId: string, organizationId: string | undefined): Promise<Standing>;
}
/** The injection token of the {@link Authority}. */
export const AUTHORITY = Symbol('Authority');

/** Where requests of people say for which organization they are, and in which environment. */
export const ORGANIZATION_HEADER = 'x-organization-id';
export const ENVIRONMENT_HEADER = 'x-environment';

/** The head of a request, as far as its caller's rights depend on it. */
export interface RequestHead {
  readonly params: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly ip: string;
}

type User = Extract<Principal, { kind: 'user' }>;

/**
 * Who the owner of a key acts as in a request, if they may do what it asks for. A person is themself where a route takes
 * User keys, and on a route of an organization's documents acts with a Test or Live key's rights, as far as their role goes.
 *
 * @throws {HttpRefusal} 403 for who may not; 404 and 400 for an organization that is not theirs
 */
export async function authorise(
  owner: Principal,
  row: RouteRow,
  head: RequestHead,
  authority: Authority,
): Promise<Principal> {
  if (owner.kind === 'user') return authorisePerson(owner, row, head, authority);
  keepToKinds(owner.kind, row.keys);
  keepWithinLimits(owner, { operation: row.operation, ip: head.ip });
  return owner;
}

/** Whether people reach a route by naming an organization in a header: it takes organizations' keys and no user's. */
export const takesOrganizationHeader = ({ keys, forPeople = true }: RouteRow): boolean =>
  forPeople && keys.length > 0 && !keys.includes('user');

async function authorisePerson(
  user: User,
  row: RouteRow,
  head: RequestHead,
  authority: Authority,
): Promise<Principal> {
  const byHeader = takesOrganizationHeader(row);
  const named = byHeader ? textOf(head.headers[ORGANIZATION_HEADER]) : paramOf(head.params);
  const id = isId(named) ? named.toLowerCase() : undefined;
  const { suspended, operations, closed } = await authority.standingOf(user.userId, id);
  if (suspended) throw refusal('user_suspended');
  if (!byHeader) {
    keepToKinds('user', row.keys);
    if (named === undefined) return user;
    if (!operations) throw notFound();
    keepToRole(operations, row);
    return user;
  }
  if (named === undefined) throw inHeader('organization_id_required', 'required', withoutOrganization);
  if (id === undefined || !operations || closed)
    throw inHeader('organization_id_not_allowed', 'not_allowed', notTheirs);
  const kind = environmentOf(head);
  keepToKinds(kind, row.keys);
  keepToRole(operations, row);
  return { kind, organizationId: id, keyId: user.keyId, person: user.userId };
}

function keepToRole(operations: ReadonlySet<string>, { operation }: RouteRow): void {
  if (operations.has(operation)) return;
  const detail = { code: 'not_allowed', source: 'service', message: notInRole(operation) } as const;
  throw new HttpRefusal(refuse('forbidden', { details: [detail] }).refusal);
}

/** The environment that a request of a person is for. Throws invalid_request for another word. */
function environmentOf({ headers }: RequestHead): Exclude<KeyKind, 'user'> {
  const asked = textOf(headers[ENVIRONMENT_HEADER])?.toLowerCase() ?? 'test';
  if (asked === 'test' || asked === 'live') return asked;
  const detail = field(ENVIRONMENT_HEADER, 'invalid_value', {
    location: 'headers',
    message: otherEnvironment,
  });
  throw new HttpRefusal(refuseFields([detail]).refusal);
}

/** The organization of a route's path. */
function paramOf(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const { organization_id: id } = params as { readonly organization_id?: unknown };
  return typeof id === 'string' ? id : undefined;
}

/** A header that came twice has both texts in it, and fits nothing. */
const textOf = (header: string | string[] | undefined): string | undefined =>
  [header].flat().join(', ').trim() || undefined;

const refusal = (code: ErrorCode) => new HttpRefusal(refuse(code).refusal);

/** The same whether it is not there, or not theirs. */
const notFound = () =>
  new HttpRefusal(refuse('organization_not_found', { location: 'params', path: 'organization_id' }).refusal);

function inHeader(code: ErrorCode, subcode: string, message: Bilingual): HttpRefusal {
  const detail = field(ORGANIZATION_HEADER, subcode, { location: 'headers', message });
  return new HttpRefusal(refuse(code, { details: [detail] }).refusal);
}

const withoutOrganization: Bilingual = {
  es: 'Con una llave de usuario, indique la organización en el encabezado X-Organization-Id.',
  en: 'With a User key, say which organization it is for in the header X-Organization-Id.',
};
const notTheirs: Bilingual = {
  es: 'La organización del encabezado X-Organization-Id no existe, o usted no tiene acceso a ella.',
  en: 'The organization in the header X-Organization-Id does not exist, or you have no access to it.',
};
const otherEnvironment: Bilingual = {
  es: 'El encabezado X-Environment debe ser "test" o "live".',
  en: 'The header X-Environment must be "test" or "live".',
};
const notInRole = (operation: string): Bilingual => ({
  es: `Su rol en la organización no incluye la operación ${operation}.`,
  en: `Your role in the organization does not include the operation ${operation}.`,
});
