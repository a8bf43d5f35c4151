import { refuse } from '#kernel';
import { HttpRefusal } from './refusals.js';

/** Nobody names more types than this; what comes after them is not looked at. */
const MAX_RANGES = 50;

interface Range {
  readonly type: string;
  readonly quality: number;
}

function rangesOf(accept: string): Range[] {
  return accept
    .split(',', MAX_RANGES)
    .map((text) => {
      const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      const value = quality === undefined ? 1 : Number(quality.slice(2));
      return { type, quality: value >= 0 && value <= 1 ? value : 1 };
    })
    .filter(({ type }) => type !== '');
}

/** How much a caller likes a type: by the range that names it most closely (RFC 9110, 12.5.1). */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const names = [type, `${type.split('/')[0]}/*`, '*/*'];
  for (const name of names) {
    const found = ranges.filter((range) => range.type === name);
    if (found.length > 0) return Math.max(...found.map(({ quality }) => quality));
  }
  return 0;
}

/**
 * The type of an answer that a caller likes best by its header Accept; of those that it likes the same, the first. Who says
 * nothing takes the first.
 *
 * @param types with no parameters, in lower case
 * @throws {HttpRefusal} not_acceptable where it takes none of them
 */
export function preferredType<Type extends string>(
  accept: string | undefined,
  types: readonly [Type, ...Type[]],
): Type {
  const ranges = rangesOf(accept ?? '');
  if (ranges.length === 0) return types[0];
  const [best = { type: types[0], quality: 0 }] = types
    .map((type) => ({ type, quality: qualityOf(type, ranges) }))
    .sort((one, other) => other.quality - one.quality);
  if (best.quality > 0) return best.type;
  throw new HttpRefusal(
    refuse('not_acceptable', { location: 'headers', path: 'Accept', params: { types: types.join(', ') } })
      .refusal,
  );
}
