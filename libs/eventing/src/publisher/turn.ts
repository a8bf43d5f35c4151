import type pg from 'pg';

/** A connection that has the lock, or asks for it. */
interface Connection {
  readonly client: pg.PoolClient;
  /** Ends it, once, and the lock with it. */
  readonly end: () => void;
  ended: boolean;
}

/**
 * The right of one process among all to do something, as an advisory lock of PostgreSQL: the holder keeps it
 * until it releases it or its connection ends, for any reason.
 */
export class Turn {
  private held: Connection | undefined;

  constructor(
    private readonly pool: pg.Pool,
    private readonly name: string,
  ) {}

  /** Whether this process has it; false from the moment that the connection is gone. */
  get mine(): boolean {
    return this.held !== undefined;
  }

  /** Takes the turn if it is free; returns whether this process has it now. */
  async take(): Promise<boolean> {
    if (this.mine) return true;
    const asking = this.watchLock(await this.pool.connect());
    try {
      const { rows } = await asking.client.query<{ taken: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
        [this.name],
      );
      if (rows[0]?.taken && !asking.ended) this.held = asking;
      else if (!asking.ended) asking.client.off('error', asking.end).off('end', asking.end).release();
    } catch (error) {
      asking.end();
      throw error;
    }
    return this.mine;
  }

  /** Lets others have it. */
  async letGo(): Promise<void> {
    const { held } = this;
    // Said, so that they need not wait until the server notices that the connection is gone.
    await held?.client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    held?.end();
  }

  private watchLock(client: pg.PoolClient): Connection {
    const end = (): void => {
      if (connection.ended) return;
      connection.ended = true;
      if (this.held === connection) this.held = undefined;
      client.release(true);
    };
    const connection = { client, end, ended: false };
    // Without a listener, a connection that is lost while it is held would end the process.
    client.on('error', end).on('end', end);
    return connection;
  }
}
