import type pg from 'pg';
import { isAboutData, Rounds, START } from '#kernel';
import type { Delivered, Position } from '#kernel';
import type { Append, AppendedPage, AppendOutcome, LedOutcome, TogetherOutcome } from '../port.js';
import { appendOneByOne, type Outcome } from './append-one-by-one.js';
import { sizeOf, toRequest, type AppendRequest } from './append-request.js';
import { appendRows } from './append-rows.js';

/** Appends that are stored together: the first one, and those that follow from it. */
type Joint = readonly [AppendRequest, ...AppendRequest[]];

/** What became of a joint: of each append, or of the first one alone, where one of the round was not what its stream expects. */
type JointOutcome = readonly Outcome[];

/** Of an append without a guard, which nothing refuses. */
function unguarded(outcome: Outcome): AppendOutcome {
  if (outcome.kind === 'appended' || outcome.kind === 'conflict') return outcome;
  throw new Error(`an append without a delivery was ${outcome.kind}`);
}

/** Appends in rounds: one commit serves many writers. */
export class AppendQueue {
  private readonly rounds: Rounds<Joint, JointOutcome>;
  /** Appends that are not in a round all the time until they are stored: of large events, or of several. */
  private readonly longer = new Set<Promise<unknown>>();

  /** @param onAppended told of the newest event's position, and of the events themselves where nothing is between them */
  constructor(
    private readonly pool: pg.Pool,
    private readonly onAppended: (position: Position, page?: AppendedPage) => void,
  ) {
    this.rounds = new Rounds((joints) => this.commit(joints), {
      most: 256,
      mostSize: 8_000_000,
      sizeOf: (joint) => joint.reduce((sum, request) => sum + sizeOf(request), 0),
    });
  }

  /** The guard's command may have been refused, or have expired: then nothing is appended. */
  add(append: Append, guard: Delivered | undefined): Promise<Outcome> {
    const request = toRequest(append, guard);
    if (!(request instanceof Promise)) return this.addOne(request);
    return this.track(request.then((packed) => this.addOne(packed)));
  }

  /** Appends of which the followers are stored only where the leader is. */
  addTogether(leader: Append, followers: readonly Append[]): Promise<TogetherOutcome> {
    return this.track(this.together(leader, followers));
  }

  private async together(leader: Append, followers: readonly Append[]): Promise<TogetherOutcome> {
    const first = await toRequest(leader, undefined);
    const rest: AppendRequest[] = [];
    for (const follower of followers) rest.push(await toRequest(follower, undefined));
    const [led, ...settled] = (await this.addJoint([first, ...rest])).map(unguarded);
    if (led?.kind !== 'appended')
      return { leader: led as AppendOutcome, followers: rest.map(() => ({ kind: 'not_led' })) };
    // Where the round had to decide on each by itself, what follows goes by itself, now that the leader is there.
    const outcomes = rest.map(async (request, n) => settled[n] ?? this.addLate(request));
    return { leader: led, followers: await Promise.all(outcomes) };
  }

  private async addOne(request: AppendRequest): Promise<Outcome> {
    const [outcome] = await this.rounds.add([request]);
    return outcome as Outcome;
  }

  private addLate(request: AppendRequest): Promise<LedOutcome> {
    return this.addOne(request).then(unguarded, (error: unknown) => ({ kind: 'failed', error }));
  }

  private async addJoint(joint: Joint): Promise<JointOutcome> {
    try {
      return await this.rounds.add(joint);
    } catch (error) {
      // A follower's bad data is not the leader's.
      if (joint.length === 1 || !isAboutData(error)) throw error;
      return [await this.addOne(joint[0])];
    }
  }

  /** Resolves when nothing is under way. */
  async drain(): Promise<void> {
    do {
      await Promise.allSettled(this.longer);
      await this.rounds.drain();
    } while (this.longer.size > 0);
  }

  private track<T>(appended: Promise<T>): Promise<T> {
    const done = (): unknown => this.longer.delete(tracked);
    const tracked: Promise<unknown> = appended.then(done, done);
    this.longer.add(tracked);
    return appended;
  }

  private async commit(joints: readonly Joint[]): Promise<readonly JointOutcome[]> {
    const appended = await appendRows(this.pool, joints.flat());
    const outcomes =
      appended?.outcomes ??
      (await appendOneByOne(
        this.pool,
        joints.map(([leader]) => leader),
      ));
    const newest = outcomes.reduce<Position>(
      (last, outcome) => (outcome.kind === 'appended' && outcome.position > last ? outcome.position : last),
      START,
    );
    // Who appended goes on first.
    if (newest > START) setImmediate(() => this.onAppended(newest, appended?.page));
    let next = 0;
    return joints.map((joint) => outcomes.slice(next, (next += appended ? joint.length : 1)));
  }
}
