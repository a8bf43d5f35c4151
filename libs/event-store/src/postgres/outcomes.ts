import type pg from 'pg';
import { Rounds } from '#kernel';
import type { Delivered, Known, Outcomes, Refused } from '#kernel';
import type { EventStore } from '../port.js';

export interface OutcomesOptions {
  readonly pool: pg.Pool;
  /** The streams where a command leaves its events: those of its own aggregate. */
  readonly streamsOf: (command: Delivered) => readonly string[];
  /** The store of the events where that is not this database. */
  readonly events?: Pick<EventStore, 'read'>;
}

/** One day more than a topic of commands keeps a message. */
const KEEP_DAYS = 8;

interface Asked {
  readonly command: Delivered;
  readonly refused: Refused;
  readonly elsewhere: boolean;
}

interface Found {
  readonly refused: Refused | null;
  readonly begun: boolean;
  readonly expired: boolean;
}

type Stored = Awaited<ReturnType<Outcomes['refuse']>>;

/**
 * Final outcomes of delivered commands, in PostgreSQL. Where the events are there too, a refusal and an append exclude
 * each other. Where they are elsewhere, this looks at the streams just before it stores: see docs/adr/0033.
 */
export class PostgresOutcomes implements Outcomes {
  /** One commit for the refusals of one moment: each holds the lock of the appends. */
  private readonly rounds: Rounds<Asked, Stored>;

  constructor(private readonly options: OutcomesOptions) {
    this.rounds = new Rounds((asked) => this.store(asked), { most: 256 });
  }

  async look(command: Delivered): Promise<Known> {
    const { refused, begun, expired } = await this.ask(command);
    if (refused) return { kind: 'refused', refused };
    if (begun || (await this.hasBegunElsewhere(command))) return { kind: 'begun' };
    return { kind: expired ? 'expired' : 'new' };
  }

  /** Whether an append for the command may be made: all that there is to ask before each. */
  async mayAppend(command: Delivered): Promise<'yes' | 'refused' | 'expired'> {
    const { refused, begun, expired } = await this.ask(command);
    if (refused) return 'refused';
    return expired && !begun && !(await this.hasBegunElsewhere(command)) ? 'expired' : 'yes';
  }

  async refuse(command: Delivered, refused: Refused): Promise<Stored> {
    if (await this.hasBegunElsewhere(command)) return { kind: 'begun' };
    return this.rounds.add({ command, refused, elsewhere: this.options.events !== undefined });
  }

  async sweep(): Promise<void> {
    await this.options.pool.query(
      `DELETE FROM event_store.refusals WHERE refused_at < now() - interval '${KEEP_DAYS} days'`,
    );
  }

  private async ask(command: Delivered): Promise<Found> {
    const { pool, events, streamsOf } = this.options;
    const { rows } = await pool.query<Found>({
      name: 'command-outcome',
      text: `SELECT (SELECT r.refused FROM event_store.refusals r WHERE r.command_id = $1 AND r.type = $2) AS refused,
                    event_store.has_begun($1, $3) AS begun,
                    coalesce(to_timestamp($4::float8 / 1000) < clock_timestamp(), false) AS expired`,
      values: [command.id, command.type, events ? [] : streamsOf(command), command.expires ?? null],
    });
    return rows[0] ?? { refused: null, begun: false, expired: false };
  }

  private async store(asked: readonly Asked[]): Promise<Stored[]> {
    const batch = asked.map(({ command, refused, elsewhere }, request) => ({
      ...{
        request,
        id: command.id,
        type: command.type,
        streams: this.options.streamsOf(command),
        refused,
        elsewhere,
      },
    }));
    const { rows } = await this.options.pool.query<{ refused: Refused | null }>({
      name: 'refuse-commands',
      text: 'SELECT refused FROM event_store.refuse($1) ORDER BY request',
      values: [JSON.stringify(batch)],
    });
    return rows.map(({ refused }) => (refused ? { kind: 'refused', refused } : { kind: 'begun' }));
  }

  private async hasBegunElsewhere(command: Delivered): Promise<boolean> {
    const { events, streamsOf } = this.options;
    if (!events) return false;
    const histories = await Promise.all(streamsOf(command).map((stream) => events.read(stream)));
    return histories.some((history) =>
      history.some(
        ({ metadata: { commandId } }) => commandId === command.id || commandId.startsWith(`${command.id}/`),
      ),
    );
  }
}
