import type pg from 'pg';

/** A connection that has the lock, for as long as it lasts. */
interface Held {
  readonly client: pg.PoolClient;
  /** Ends the connection, once, and the lock with it. */
  readonly end: () => void;
}

/**
 * The right of one process among all to do something, as an advisory lock of PostgreSQL: whoever has it keeps it
 * until it lets go or its connection ends, however it ends.
 */
export class Turn {
  private held: Held | undefined;

  constructor(
    private readonly pool: pg.Pool,
    private readonly name: string,
  ) {}

  /** Whether this process has it; false from the moment that the connection is gone. */
  get mine(): boolean {
    return this.held !== undefined;
  }

  /** Takes it where nobody has it; whether it is this process's now. */
  async take(): Promise<boolean> {
    if (this.mine) return true;
    const held = this.hold(await this.pool.connect());
    try {
      const { rows } = await held.client.query<{ taken: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
        [this.name],
      );
      if (!rows[0]?.taken) {
        held.client.off('error', held.end).off('end', held.end).release();
        this.held = undefined;
      }
    } catch (error) {
      held.end();
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

  private hold(client: pg.PoolClient): Held {
    const end = (): void => {
      if (this.held !== held) return;
      this.held = undefined;
      client.release(true);
    };
    const held = { client, end };
    this.held = held;
    // Without a listener, a connection that is lost while it is held would end the process.
    client.on('error', end).on('end', end);
    return held;
  }
}
