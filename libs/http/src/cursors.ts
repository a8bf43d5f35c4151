import { createHmac, timingSafeEqual } from 'node:crypto';

/** A place in a list's order: its rows sort by sortKey, then by id, both descending unless the list says otherwise. */
export interface Position {
  readonly sortKey: string | number;
  readonly id: string;
}

const CURSOR = /^([A-Za-z0-9_-]{1,400})\.([A-Za-z0-9_-]{22})$/;

/** What a cursor is bound to: the resource, whose data, and every filter. Its JSON is what counts. */
export type Search = Readonly<Record<string, unknown>>;

/** JSON with sorted names, so that the order in which filters were sent does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value instanceof Date || typeof value !== 'object' || value === null)
    return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}

/**
 * Writes and reads the opaque cursors of lists. A cursor carries a position in the order of a search, signed
 * (HMAC-SHA256, 128 bits) together with the search: a changed one, or one of another search, does not read.
 * Every process that serves the API needs the same secret.
 */
export class CursorCodec {
  constructor(private readonly secret: string | Buffer) {}

  write({ sortKey, id }: Position, search: Search): string {
    const payload = Buffer.from(JSON.stringify([sortKey, id])).toString('base64url');
    return `${payload}.${this.sign(payload, search).toString('base64url')}`;
  }

  read(cursor: string, search: Search): Position | undefined {
    const match = CURSOR.exec(cursor);
    if (!match) return undefined;
    const [, payload = '', signature = ''] = match;
    if (!timingSafeEqual(Buffer.from(signature, 'base64url'), this.sign(payload, search))) return undefined;
    const [sortKey, id] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
      string | number,
      string,
    ];
    return { sortKey, id };
  }

  private sign(payload: string, search: Search): Buffer {
    return createHmac('sha256', this.secret)
      .update(`${payload}\n${canonical(search)}`)
      .digest()
      .subarray(0, 16);
  }
}
