import { field, isId, ok, refuseFields, type Result, type Tenant } from '#kernel';
import type { CancelMotive } from '#contracts';
import type { CancelRetentionQuery } from './dto.js';
import type { RetentionQueries, StoredRetention } from './queries.js';

/** Why a retention is canceled, as the command says it: the motive, and with 01 the UUID that replaces it. */
export interface RetentionCancelReason {
  readonly motive: CancelMotive;
  readonly substitution: string | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads the reason out of the request: 02 where none is given. Motive 01 needs the retention in its place, by its UUID
 * (it may be from elsewhere) or by the id of another one of the organization; that is valid, if it is ours. The others
 * take none.
 */
export async function retentionCancelReason(
  retentions: RetentionQueries,
  tenant: Tenant,
  retention: StoredRetention,
  { motive = '02', substitution }: CancelRetentionQuery,
): Promise<Result<RetentionCancelReason>> {
  if (motive !== '01')
    return substitution === undefined
      ? ok({ motive, substitution: null })
      : wrong('not_allowed', ONLY_WITH_01);
  if (substitution === undefined) return wrong('required', REQUIRED);
  const isUuid = UUID.test(substitution);
  if (!isUuid && !isId(substitution)) return wrong('invalid_format', FORMAT);
  const other = await retentions.findByReference(tenant, substitution);
  if (other?.id === retention.id) return wrong('invalid_value', ITSELF);
  if (!other) {
    if (!isUuid) return refuseFields([field('substitution', 'not_found', { location: 'query' })]);
    return ok({ motive, substitution: substitution.toUpperCase() });
  }
  if (other.status !== 'valid' || other.uuid === null) return wrong('invalid_value', NOT_VALID);
  return ok({ motive, substitution: other.uuid });
}

const wrong = (
  code: 'required' | 'not_allowed' | 'invalid_value' | 'invalid_format',
  message: { readonly es: string; readonly en: string },
) => refuseFields([field('substitution', code, { location: 'query', message })]);

const ONLY_WITH_01 = {
  es: 'El campo "{path}" solo se envía con el motivo "01": quítelo, o cancele con ese motivo.',
  en: 'The field "{path}" is only for the motive "01": leave it out, or cancel with that motive.',
};
const REQUIRED = {
  es: 'Con el motivo "01", indique en "{path}" la retención que sustituye a esta: su UUID, o su id.',
  en: 'With the motive "01", give in "{path}" the retention that replaces this one: its UUID, or its id.',
};
const FORMAT = {
  es: 'El campo "{path}" debe ser un UUID, o el id de una retención.',
  en: 'The field "{path}" must be a UUID, or the id of a retention.',
};
const ITSELF = {
  es: 'Una retención no se sustituye a sí misma: indique otra en "{path}".',
  en: 'A retention does not replace itself: give another one in "{path}".',
};
const NOT_VALID = {
  es: 'La retención de "{path}" debe estar vigente (status "valid").',
  en: 'The retention of "{path}" must be valid (status "valid").',
};
