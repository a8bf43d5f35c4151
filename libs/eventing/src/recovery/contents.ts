import type { Logger } from 'pino';
import type { StreamEvent, Tenant } from '#kernel';
import type { SharedPool } from '../databases.js';
import { ofStreams, type OfStreams } from '../streams/of-streams.js';
import type { Recovery } from './recovery.js';

/** A document in the content store, as an event names it. */
export interface NamedContent {
  readonly tenant: Tenant;
  readonly key: string;
  readonly kind: 'invoice' | 'retention' | 'stamping';
  /** Of the invoice or retention; of a stamping, its key. */
  readonly id: string;
  /** The signed XML, or the acuse of a cancellation. */
  readonly file: 'xml' | 'acuse';
}

/** Which documents the events of a service name. */
export interface NamedContents {
  /** Of the checkpoint up to which they were looked for: `invoicing.contents`. */
  readonly name: string;
  readonly streams: readonly string[];
  readonly of: (event: StreamEvent) => readonly NamedContent[];
}

/** The documents that events of the catalogue's streams name. */
export const defineContents = (name: string, named: OfStreams<NamedContent>): NamedContents => ({
  name,
  ...ofStreams(named),
});

/** Those of them that the content store does not have, each once. */
export async function findMissing(
  pool: SharedPool,
  named: readonly NamedContent[],
): Promise<readonly NamedContent[]> {
  const byKey = new Map(named.map((one) => [JSON.stringify([one.tenant, one.key]), one]));
  const all = [...byKey.values()];
  if (all.length === 0) return [];
  const { rows } = await pool.query<{ n: string }>(
    `SELECT n FROM unnest($1::text[], $2::boolean[], $3::text[]) WITH ORDINALITY AS a(organization_id, livemode, key, n)
     WHERE NOT EXISTS (SELECT FROM platform.contents AS c
       WHERE c.organization_id = a.organization_id AND c.livemode = a.livemode AND c.key = a.key)
     ORDER BY n`,
    [
      all.map(({ tenant }) => tenant.organizationId),
      all.map(({ tenant }) => tenant.livemode),
      all.map(({ key }) => key),
    ],
  );
  return rows.flatMap(({ n }) => all[Number(n) - 1] ?? []);
}

/** So many are named in the log; the program has all. */
const NAMED = 20;

/**
 * Looks whether the documents of events are there that came after the database, and logs those that are not. The first that are found are
 * logged before the place moves on: whoever is killed after that has said it.
 */
export function tellMissing(contents: NamedContents, log: Logger): Recovery<SharedPool> {
  let count = 0;
  let told = 0;
  const tell = (documents: readonly string[]) => {
    told = count;
    log.error(
      { recovery: contents.name, missing: count, documents },
      'documents are missing that events name: the database was restored from an older backup (npm run missing lists those that are not signed again)',
    );
  };
  return {
    name: contents.name,
    streams: contents.streams,
    restore: async ({ pool }, events) => {
      const missing = await findMissing(pool, events.flatMap(contents.of));
      count += missing.length;
      if (told === 0 && count > 0)
        tell(missing.slice(0, NAMED).map(({ kind, id, file }) => `${kind} ${id} ${file}`));
    },
    done: () => {
      if (count > told) tell([]);
      count = told = 0;
    },
  };
}
