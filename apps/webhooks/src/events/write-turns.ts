import type pg from 'pg';
import { Turns } from '#kernel';
import { inTransaction, type Queryable } from '#eventing';

/** A process that is asleep in its turn is thrown out after this time: the others wait for it. */
const MOST_MS = 5_000;

/**
 * One write at a time, of all lanes in all processes. So `seq` is given in the order of the commits, and who has seen one never
 * misses a lower one; and what a write reads of endpoints holds until its commit. The turn is the lock on the row of the
 * checkpoint for all streams: who collects from the feed moves that, and so is one of them during a change of the setting.
 */
export class WriteTurns {
  private readonly turns = new Turns(1);

  /** @param name of the checkpoint for all streams, which must be there */
  constructor(
    private readonly pool: pg.Pool,
    private readonly name: string,
  ) {}

  take<Result>(work: (db: Queryable) => Promise<Result>): Promise<Result> {
    const inTurn = async (db: Queryable): Promise<Result> => {
      const { rowCount } = await db.query({
        name: 'collectors-turn',
        text: `SELECT set_config('idle_in_transaction_session_timeout', '${MOST_MS}', true)
               FROM platform.checkpoints WHERE name = $1 FOR UPDATE`,
        values: [this.name],
      });
      if (rowCount !== 1)
        throw new Error(`there is no checkpoint ${this.name}: nobody could wait for a turn`);
      return work(db);
    };
    // Lanes of one process wait without a connection.
    return this.turns.take(() => inTransaction(this.pool, inTurn));
  }
}
