import type pg from 'pg';
import { Rounds, START } from '#kernel';
import type { Delivered, Position } from '#kernel';
import type { AppendedPage, EventMetadata, NewEvent } from '../port.js';
import { appendOneByOne, type Outcome } from './append-one-by-one.js';
import { sizeOf, toRequest, type AppendRequest } from './append-request.js';
import { appendRows } from './append-rows.js';

/** Appends in rounds: one commit serves many writers. */
export class AppendQueue {
  private readonly rounds: Rounds<AppendRequest, Outcome>;
  /** Appends of large events, until they are stored. */
  private readonly packing = new Set<Promise<unknown>>();

  /** @param onAppended told of the newest event's position, and of the events themselves where nothing is between them */
  constructor(
    private readonly pool: pg.Pool,
    private readonly onAppended: (position: Position, page?: AppendedPage) => void,
  ) {
    this.rounds = new Rounds((requests) => this.commit(requests), {
      most: 256,
      mostSize: 8_000_000,
      sizeOf,
    });
  }

  /** The guard's command may have been refused, or have expired: then nothing is appended. */
  add(
    streamId: string,
    expectedRevision: number,
    events: readonly NewEvent[],
    metadata: EventMetadata,
    guard: Delivered | undefined,
  ): Promise<Outcome> {
    const request = toRequest(streamId, expectedRevision, events, metadata, guard);
    if (!(request instanceof Promise)) return this.rounds.add(request);
    const appended = request.then((packed) => this.rounds.add(packed));
    const done = (): unknown => this.packing.delete(packing);
    const packing: Promise<unknown> = appended.then(done, done);
    this.packing.add(packing);
    return appended;
  }

  /** Resolves when nothing is under way. */
  async drain(): Promise<void> {
    do {
      await Promise.allSettled(this.packing);
      await this.rounds.drain();
    } while (this.packing.size > 0);
  }

  private async commit(requests: readonly AppendRequest[]): Promise<readonly Outcome[]> {
    const appended = await appendRows(this.pool, requests);
    const outcomes = appended?.outcomes ?? (await appendOneByOne(this.pool, requests));
    const newest = outcomes.reduce<Position>(
      (last, outcome) => (outcome.kind === 'appended' && outcome.position > last ? outcome.position : last),
      START,
    );
    // Who appended goes on first: those who follow its events look for what it notes about them (a document that is built).
    if (newest > START) setImmediate(() => this.onAppended(newest, appended?.page));
    return outcomes;
  }
}
