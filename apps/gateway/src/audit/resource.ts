import { isId } from '#kernel';
import { SERIES_NAME } from '#contracts';
import type { Resource } from './entry.js';

/** Groups of operations whose resource is not their name without its last letter. */
const NAMED: Readonly<Record<string, string>> = {
  series: 'series',
  team: 'access',
  audit_log: 'audit_log',
  received_invites: 'invite',
};
/** They make something out of what their path names. */
const MAKES_ANOTHER: ReadonlySet<string> = new Set(['write.invoices.copy']);

/** They make an invoice of receipts, or answer what it would be. */
const MAKES_INVOICES: ReadonlySet<string> = new Set([
  'write.receipts.invoice',
  'write.receipts.global_invoice',
]);

/** What names a resource in a path, besides the organization. Any other parameter may be a key of a link. */
const NAMES_ONE = /_id$|^invite_key$/;
const MADE = /^\{"id":"([0-9a-f]{24})"/;

/** What a request says of the thing that it is about. */
export interface Mentioned {
  readonly operation: string;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The organization, as far as one is known. */
  readonly organizationId: string | undefined;
  /** How the answer begins, if it did what it was asked. */
  readonly start: string;
}

/**
 * What an operation was done to: its type is that of the operation's group, its id is the path's or that of what was made.
 * Only what can be one of our ids, or the name of a series, is taken from a path: people paste keys there.
 */
export function resourceOf({ operation, params, organizationId, start }: Mentioned): Resource {
  const group = operation.split('.')[1] ?? '';
  const type = NAMED[group] ?? group.replace(/s$/, '');
  const made = MADE.exec(start)?.[1] ?? null;
  if (type === 'organization') return { type, id: organizationId ?? made };
  if (type === 'series') return { type, id: seriesIn(params) };
  if (MAKES_INVOICES.has(operation) && made !== null) return { type: 'invoice', id: made };
  if (MAKES_ANOTHER.has(operation) && made !== null) return { type, id: made };
  const named = Object.keys(params).filter((name) => name !== 'organization_id' && NAMES_ONE.test(name));
  const id = params[named.at(-1) ?? ''];
  return { type, id: isId(id) ? id.toLowerCase() : named.length === 0 ? made : null };
}

const seriesIn = ({ series_name: name }: Mentioned['params']): string | null =>
  name !== undefined && name.length <= 25 && SERIES_NAME.test(name) && !name.startsWith('sk_') ? name : null;
