/** One root code: its HTTP status and its text in both languages, with `{placeholders}`. */
export interface ErrorEntry {
  readonly status: number;
  readonly es: string;
  readonly en: string;
}

/** A group of root codes; the keys stay literal so that `ErrorCode` is a strict union. */
export const group = <const T extends Readonly<Record<string, ErrorEntry>>>(entries: T): T => entries;
