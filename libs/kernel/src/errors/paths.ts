const INDEX = /\[(\d+)\]/g;
/** A path that has an index: names and indices, no spaces, no slashes. */
const INDEXED = /^[\p{L}\w.-]*(?:\[\d+\][\p{L}\w.-]*)+$/u;

/**
 * A path as the API writes it: `items.0.product.price` for `items[0].product.price` (specification, "Error object").
 * Inside, indices keep their brackets: a number between dots could also be a name.
 */
export function dottedPath(path: string): string {
  if (!path.includes('[')) return path;
  const dotted = path.replace(INDEX, '.$1');
  return dotted.startsWith('.') ? dotted.slice(1) : dotted;
}

/** A value that a message carries: paths are written as in the rest of the answer, everything else stays as it is. */
export const dottedIfPath = <Value>(value: Value): Value | string =>
  typeof value === 'string' && INDEXED.test(value) ? dottedPath(value) : value;
