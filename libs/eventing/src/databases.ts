import type pg from 'pg';

declare const DATABASE: unique symbol;

/**
 * Connections to the database that all services share: events, documents, keys, clocks, and the commands of process managers.
 * Where a service has no database of its own, its tables are there too. But who has one in hand does not know that.
 */
export interface SharedPool extends pg.Pool {
  readonly [DATABASE]?: 'shared';
}

/** Connections to the database of one service: its schema, and the checkpoints of what fills it (docs/adr/0090). */
export interface OwnPool extends pg.Pool {
  readonly [DATABASE]?: 'own';
}
