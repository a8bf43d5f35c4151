import { eventStoreDbSettings, EventStoreUrlError } from '#event-store';
import { StartupError } from '../postgres/startup-error.js';

/** Where events are kept. */
export type EventStoreChoice =
  | { readonly kind: 'postgres' }
  /** `prefix` begins the names of all streams, so that installations can share a server. */
  | { readonly kind: 'eventstoredb'; readonly url: string; readonly prefix: string };

type Env = Readonly<Record<string, string | undefined>>;

const PREFIX = /^[A-Za-z0-9_-]{1,50}$/;

/**
 * Reads TIMBRA_EVENT_STORE, and what EventStoreDB needs: EVENTSTOREDB_URL and EVENTSTOREDB_PREFIX.
 * @throws {StartupError} without repeating the URL: it may hold a password
 */
export function eventStoreChoice(env: Env): EventStoreChoice {
  const kind = env.TIMBRA_EVENT_STORE || 'postgres';
  if (kind === 'postgres') return { kind };
  if (kind !== 'eventstoredb')
    throw new StartupError(`TIMBRA_EVENT_STORE must be one of postgres, eventstoredb, not "${kind}".`);
  const url = env.EVENTSTOREDB_URL;
  if (!url) throw new StartupError('TIMBRA_EVENT_STORE=eventstoredb needs EVENTSTOREDB_URL.');
  const prefix = env.EVENTSTOREDB_PREFIX || 'timbra';
  if (!PREFIX.test(prefix))
    throw new StartupError('EVENTSTOREDB_PREFIX must be 1 to 50 letters, digits, _ or -.');
  try {
    eventStoreDbSettings(url);
  } catch (error) {
    if (error instanceof EventStoreUrlError)
      throw new StartupError(`EVENTSTOREDB_URL can't be used: ${error.message}.`);
    throw error;
  }
  return { kind, url, prefix };
}
