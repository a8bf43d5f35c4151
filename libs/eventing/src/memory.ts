/** Elements of an array that are measured; the rest is taken to be like them. */
const SAMPLE = 8;

/**
 * Roughly what a value made of JSON takes in memory, in bytes: to bound caches whose entries are a hundred
 * bytes or ten megabytes (an invoice of 5000 items). Quick rather than exact.
 */
export function roughBytes(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (Array.isArray(value)) return ofArray(value);
  if (ArrayBuffer.isView(value)) return 96 + value.byteLength;
  if (value instanceof Map || value instanceof Set) return 64 + 96 * value.size;
  let bytes = 32;
  // A loop over names makes no list of the parts: this is called for every event and row.
  for (const name in value) bytes += 8 + roughBytes((value as Readonly<Record<string, unknown>>)[name]);
  return bytes;
}

function ofArray(values: readonly unknown[]): number {
  const sampled = Math.min(values.length, SAMPLE);
  let bytes = 32;
  for (let n = 0; n < sampled; n += 1) bytes += roughBytes(values[n]);
  return sampled === 0 ? bytes : Math.ceil((bytes * values.length) / sampled);
}
