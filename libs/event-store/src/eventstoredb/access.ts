import { randomUUID } from 'node:crypto';
import type { EventStoreDbConnection } from './connection.js';
import { lastOfAllRequest, streamRequest } from './messages.js';
import { isDenied, isUnknownUser } from './retry.js';

/** What a user lacks; `prefix` begins the names of streams. */
export type MissingGrant =
  | { readonly kind: 'unknown-user' }
  | { readonly kind: 'read-all' }
  | { readonly kind: 'read' | 'append'; readonly prefix: string };

/** No stream is ever at it, so an append that expects it stores nothing: it is refused for one reason or the other. */
const NEVER = Number.MAX_SAFE_INTEGER;

const probe = () => ({
  ...{ id: randomUUID(), type: 'AccessTried', json: false },
  ...{ data: new Uint8Array(), metadata: new Uint8Array() },
});

/** Tries all that the adapter does, with calls that change nothing. */
export async function findMissingGrant(
  connection: Pick<EventStoreDbConnection, 'append' | 'read'>,
  prefixes: readonly string[],
  deadlineMs: number,
): Promise<MissingGrant | undefined> {
  const read = async (request: ReturnType<typeof lastOfAllRequest>): Promise<void> => {
    for await (const message of connection.read(request, { deadlineMs })) void message;
  };
  const tries: readonly (readonly [MissingGrant, () => Promise<unknown>])[] = [
    [{ kind: 'read-all' }, () => read(lastOfAllRequest())],
    ...prefixes.flatMap((prefix) => {
      const stream = `${prefix}access`;
      return [
        [{ kind: 'read', prefix }, () => read(streamRequest(stream, 0, 1))],
        [{ kind: 'append', prefix }, () => connection.append(stream, NEVER, [probe()], deadlineMs)],
      ] as const;
    }),
  ];
  for (const [grant, attempt] of tries)
    try {
      await attempt();
    } catch (error) {
      if (isUnknownUser(error)) return { kind: 'unknown-user' };
      if (isDenied(error)) return grant;
      throw error;
    }
  return undefined;
}
