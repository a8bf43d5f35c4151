import { field, findNearest, ok, refuse, refuseFields, type Detail, type Result } from '#kernel';
import type { BuiltComplemento } from '../../complementos/complemento.js';
import { isObject, type JsonObject } from '../../json-object.js';
import { readNodeFromData } from '../../schemas/data.js';
import { foldName, lenientReading } from '../../schemas/lenient.js';
import { toXml } from '../../schemas/write.js';
import { catalogueOf } from '../catalogues.js';
import { findRetentionComplement, retentionComplementTypes } from './types.js';

/** A complement with the tax authority's attributes and elements by their names. */
export interface RetentionComplementInput {
  /** The tax authority's prefix, such as `dividendos`; see {@link findRetentionComplement} for other spellings. */
  readonly type: string;
  readonly data: JsonObject;
}

const PLANS = 'planesderetiro11';
const MAX_DETAILS = 100;
/** Services of a platform in one document: with their taxes and commissions as many elements as XML may have. */
export const MAX_ROWS = 12_500;

const reading = lenientReading(catalogueOf, { maxRows: MAX_ROWS, maxDetails: MAX_DETAILS });

/**
 * Builds a complement's element from its data, or refuses (invalid_request) with a detail per wrong field, at paths
 * below `path` in the caller's spelling: `complementos[0].data.DividOUtil.CveTipDivOUtil`.
 */
export function buildRetentionComplement(
  { type, data }: RetentionComplementInput,
  path: string,
): Result<BuiltComplemento> {
  const kind = typeof type === 'string' ? findRetentionComplement(type) : undefined;
  if (!kind) return refuseFields([unknownType(type, `${path}.type`)]);
  const { standard } = kind;
  const { node, details } = readNodeFromData(
    standard,
    withoutOldVersion(type, data),
    `${path}.data`,
    reading,
  );
  return details.length > 0 ? refuseFields(keepFirst(details).slice(0, MAX_DETAILS)) : ok({ standard, node });
}

/**
 * The name of plans of retirement 1.0 stands for 1.1, and so does its version: whoever writes by its schema has to give
 * one, and every field is also a field of 1.1.
 */
export function withoutOldVersion<Value>(
  type: string,
  data: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const isOldName = findRetentionComplement(type)?.type === PLANS && !/1\D?1\D*$/.test(type);
  const isRead: boolean = isOldName && isObject(data);
  if (!isRead) return data;
  const isOldVersion = (name: string) => foldName(name) === 'version' && Number(data[name]) === 1;
  return Object.fromEntries(Object.entries(data).filter(([name]) => !isOldVersion(name)));
}

function unknownType(type: unknown, path: string): Detail {
  if (typeof type !== 'string') return field(path, 'invalid_type', { params: { expected: 'string' } });
  const suggestion = findNearest(
    type,
    retentionComplementTypes.map((word) => ({ word })),
  );
  const values = retentionComplementTypes.join(', ');
  return field(path, 'invalid_value', {
    params: { values, ...(suggestion !== undefined && { suggestion }) },
  });
}

/** What a field has wrong is said once. */
function keepFirst(details: readonly Detail[]): readonly Detail[] {
  const seen = new Set<string | undefined>();
  return details.filter(({ path }) => !seen.has(path) && seen.add(path));
}

/**
 * A complement's data as one XML element that declares its namespace, ready to be sent as XML. Refuses with
 * `invalid_retention_complement` and a detail per wrong field, at `<path>.type` and below `<path>.data`.
 * @param path where the complement is in the request: `complements[0]`
 */
export function retentionComplementXml(type: string, data: JsonObject, path: string): Result<string> {
  const built = buildRetentionComplement({ type, data }, path);
  if (!built.ok) {
    const { code: _code, ...rest } = built.refusal;
    return refuse('invalid_retention_complement', rest);
  }
  const { standard, node } = built.value;
  const { prefix, namespace } = standard;
  return ok(toXml(node, prefix).replace(/[ />]/, (end) => ` xmlns:${prefix}="${namespace}"${end}`));
}
