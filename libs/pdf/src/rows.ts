/** A label and its value. */
export interface Row {
  label: string;
  value: string;
}

/** The pairs whose value is there. */
export const rowsOf = (pairs: readonly (readonly [string, string | null | undefined])[]): Row[] =>
  pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []));
