import type pg from 'pg';

/** The number of a connection's process in the database, which the driver has and its types don't name. */
type WithProcess = pg.PoolClient & { readonly processID?: number };

/**
 * The rows of a query, which is canceled in the database once nobody waits for them.
 *
 * @throws the signal's reason once it is aborted
 */
export async function queryUntil<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
  signal: AbortSignal,
): Promise<readonly Row[]> {
  signal.throwIfAborted();
  const client: WithProcess = await pool.connect();
  let canceling: Promise<unknown> | undefined;
  const cancel = (): void => {
    // It may have ended by now, or the database be gone: then there is nothing to cancel.
    canceling = pool.query('SELECT pg_cancel_backend($1)', [client.processID]).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    signal.throwIfAborted();
    return (await client.query<Row>(text, [...values])).rows;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    await canceling;
    // The cancellation may arrive late, and must not meet what others ask on this connection.
    client.release(canceling !== undefined);
  }
}
