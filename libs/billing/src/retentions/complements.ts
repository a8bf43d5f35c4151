import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import type { RetentionComplement, RetentionContent } from '#contracts';

/** The complements of a retention as XML, one element each; and what keeps some of them from being written. */
export interface WrittenComplements {
  /** Undefined for one that can't be written. */
  readonly complementos: readonly (string | undefined)[];
  readonly problems: readonly Detail[];
}

/** Writes complements as XML: typed ones by SAT's tables, the caller's own as it is. Refuses at `complements[0].data…`. */
export function writeComplements({ complements }: Pick<RetentionContent, 'complements'>): WrittenComplements {
  const written = complements.map((complement, index) => xmlOf(complement, `complements[${index}]`));
  return {
    complementos: written.map((one) => (one.ok ? one.value : undefined)),
    problems: written.flatMap((one) => (one.ok ? [] : (one.refusal.details ?? []))),
  };
}

function xmlOf(complement: RetentionComplement, path: string): Result<string> {
  if (complement.type === 'custom') return ok(complement.data);
  return refuseFields([field(`${path}.type`, 'invalid_value')]);
}
