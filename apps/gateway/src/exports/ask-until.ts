import type pg from 'pg';

/** How often the database looks, during a query, whether who asked is still there (milliseconds). */
const LOOKS_EVERY_MS = 500;

/**
 * Asks the database for somebody who may go away. Once nobody waits for the answer its connection is dropped, which the database
 * notices and ends the query: the service's role may cancel none, as connections are its owner's.
 *
 * @throws the signal's reason once it is aborted
 */
export async function askUntil<Answer>(
  pool: pg.Pool,
  signal: AbortSignal,
  ask: (client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> {
  signal.throwIfAborted();
  const client = await pool.connect();
  let isHeld = true;
  const release = (drop: boolean): void => {
    if (isHeld) client.release(drop);
    isHeld = false;
  };
  const drop = (): void => release(true);
  signal.addEventListener('abort', drop, { once: true });
  try {
    signal.throwIfAborted();
    await client.query(`SET client_connection_check_interval = ${LOOKS_EVERY_MS}`);
    return await ask(client);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', drop);
    release(false);
  }
}
