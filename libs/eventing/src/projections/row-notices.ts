/** On which the processes of a service tell each other of rows that its projections have stored. Nobody else waits for those. */
export const rowsOf = (service: string): string => `timbra_rows_${service}`;

/** Who tells of rows: this process, to others of its service. */
export interface RowTeller {
  readonly service: string;
  readonly instance: string;
}

/** A notification has at most 8,000 bytes. */
const MOST_BYTES = 7_900;

/** What a commit of a projection tells other processes. */
export interface RowNotice {
  /** Names the process that tells it, which need not hear it. */
  readonly instance: string;
  readonly projection: string;
  /** The rows that it stored or removed, each with the revision of its stream; undefined: too many to name. */
  readonly rows: readonly (readonly [id: string, revision: number])[] | undefined;
}

export function writeRowNotice({ instance, projection, rows = [] }: RowNotice): string {
  const whole = JSON.stringify([instance, projection, rows]);
  return Buffer.byteLength(whole) <= MOST_BYTES ? whole : JSON.stringify([instance, projection]);
}

/** Undefined: it is not of that form, as one of a later release may not be. */
export function readRowNotice(text: string): RowNotice | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(read)) return undefined;
  const [instance, projection, rows] = read as readonly unknown[];
  if (typeof instance !== 'string' || typeof projection !== 'string') return undefined;
  return { instance, projection, rows: areRows(rows) ? rows : undefined };
}

const areRows = (read: unknown): read is (readonly [string, number])[] =>
  Array.isArray(read) &&
  read.every(
    (row: unknown) => Array.isArray(row) && typeof row[0] === 'string' && Number.isSafeInteger(row[1]),
  );
