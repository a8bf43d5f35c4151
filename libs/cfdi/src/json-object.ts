/** Plain JSON of a caller: an object whose values may be anything. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (datum: unknown): datum is JsonObject =>
  typeof datum === 'object' && datum !== null && !Array.isArray(datum);
