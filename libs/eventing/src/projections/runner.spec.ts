import { beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { readPosition } from '#kernel';
import { CheckpointMoved } from '#bus';
import type { RecordedEvent } from '#event-store';
import { deliver, event, metadata } from '#hosting/testing/bench';
import { tallies } from '#hosting/testing/tallies';
import { ProjectionRunner } from './runner.js';

interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** As the database answers the statements of a runner: a checkpoint moves only in its present generation. */
class Database {
  generation = 1;
  /** How often rows were read: those that the runner has kept are not. */
  reads = 0;

  readonly pool = {
    query: async (asked: string | Statement) => ({ rows: this.answer(asked) }),
  } as unknown as pg.Pool;

  private answer(asked: string | Statement): object[] {
    if (typeof asked === 'string')
      return asked.startsWith('SELECT')
        ? [{ position: '0', log_offset: null, notes: null, generation: this.generation }]
        : [];
    if (asked.name?.startsWith('project-')) {
      const [, , , , generation] = asked.values ?? [];
      return [{ moved: generation === this.generation ? 1 : 0 }];
    }
    this.reads += 1;
    return [];
  }
}

/** Events of one stream, in order. */
const events = Array.from({ length: 4 }, (_, revision): RecordedEvent => ({
  ...event('Added', { amount: 1 }),
  ...{ streamId: 'tally-1', revision, metadata, recordedAt: new Date(0) },
  position: readPosition(BigInt(100 * (revision + 1))),
}));
const [first, second, third, fourth] = events.map((one) => [one]) as [
  RecordedEvent[],
  RecordedEvent[],
  RecordedEvent[],
  RecordedEvent[],
];

describe('ProjectionRunner', () => {
  let database: Database;
  let runner: ProjectionRunner;
  beforeEach(async () => {
    database = new Database();
    runner = new ProjectionRunner({ pool: database.pool, projection: tallies() });
    await runner.start();
  });

  it('keeps its rows while its checkpoint is where it left it', async () => {
    await deliver(runner, first);
    await deliver(runner, second);
    expect(database.reads).toBe(0);
  });

  it('stores nothing once a rebuild has begun another generation, and then continues in that one, without its rows', async () => {
    await deliver(runner, first);
    database.generation += 1;
    await expect(deliver(runner, second)).rejects.toThrow(CheckpointMoved);
    await runner.start();
    await deliver(runner, third);
    expect(database.reads).toBe(1);
    database.generation += 1;
    await expect(deliver(runner, fourth)).rejects.toThrow(CheckpointMoved);
    await runner.start();
    await deliver(runner, fourth);
    expect(database.reads).toBe(2);
  });
});
