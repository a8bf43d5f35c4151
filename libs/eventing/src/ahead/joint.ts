import type { Append, AppendOutcome, EventStore } from '#event-store';

/** A store that can append together. */
export type StoresTogether = EventStore & Required<Pick<EventStore, 'appendTogether'>>;

/** The event that a command was begun for is not stored, so nothing of the command is. */
export class EventNotStored extends Error {
  override readonly name = 'EventNotStored';
}

interface Joined {
  readonly append: Append;
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * An append that waits a moment for the first appends of the commands that its events lead to, and takes them along: one commit
 * for both. Nothing of those commands is stored unless the append is.
 */
export class Joint {
  private readonly joined: Joined[] = [];
  private readonly followers = new Set<Follower>();
  private isOpen = true;
  private known: boolean | undefined;
  private allHere: () => void = () => undefined;
  private tell: (isStored: boolean) => void = () => undefined;
  /** Whether the append is stored; false also where nobody knows, since its answer did not come. */
  readonly isStored = new Promise<boolean>((resolve) => (this.tell = resolve));

  constructor(
    private readonly store: StoresTogether,
    private readonly leader: Append,
  ) {}

  /** The place of one more command. */
  follower(): Follower {
    const follower = new Follower(this);
    this.followers.add(follower);
    return follower;
  }

  /** Appends with those commands' first appends that are there within so long. */
  async go(waitMs: number): Promise<AppendOutcome> {
    if (this.followers.size > 0) await this.gather(waitMs);
    this.isOpen = false;
    try {
      const outcome = await this.append();
      this.decide(outcome.kind === 'appended');
      return outcome;
    } catch (error) {
      this.decide(false);
      for (const { reject } of this.joined) reject(error);
      throw error;
    }
  }

  private async append(): Promise<AppendOutcome> {
    const { streamId, expectedRevision, events, metadata } = this.leader;
    if (this.joined.length === 0) return this.store.append(streamId, expectedRevision, events, metadata);
    const { leader, followers } = await this.store.appendTogether(
      this.leader,
      this.joined.map(({ append }) => append),
    );
    for (const [n, { resolve, reject }] of this.joined.entries()) {
      const outcome = followers[n];
      if (!outcome || outcome.kind === 'not_led') reject(notStored());
      else if (outcome.kind === 'failed') reject(outcome.error);
      else resolve(outcome);
    }
    return leader;
  }

  private decide(isStored: boolean): void {
    this.known = isStored;
    this.tell(isStored);
  }

  private gather(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.allHere = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /**
   * An append of a command's: with this one where it is the command's first, else after it.
   * @returns undefined: this one is stored, so that the other need not wait for anything
   */
  follow(follower: Follower, append: Append): Promise<AppendOutcome> | undefined {
    if (this.known === true) return undefined;
    if (this.isOpen && this.followers.has(follower)) {
      const outcome = new Promise<AppendOutcome>((resolve, reject) =>
        this.joined.push({ append, resolve, reject }),
      );
      this.leave(follower);
      return outcome;
    }
    return this.after(append);
  }

  private async after({ streamId, expectedRevision, events, metadata }: Append): Promise<AppendOutcome> {
    if (!(await this.isStored)) throw notStored();
    return this.store.append(streamId, expectedRevision, events, metadata);
  }

  /** No first append is to be waited for, or not any more. */
  leave(follower: Follower): void {
    if (this.followers.delete(follower) && this.followers.size === 0) this.allHere();
  }
}

const notStored = (): EventNotStored => new EventNotStored('the event that led to the command is not stored');

/** One command that was begun before its event was stored, while it runs. */
export class Follower {
  /** Undefined once it has ended: what it has opened, such as a connection, remembers it for long. */
  private joint: Joint | undefined;

  constructor(joint: Joint) {
    this.joint = joint;
  }

  /** An append of its own; undefined: the event is stored, or the command has ended, and what goes on is no part of it. */
  append(append: Append): Promise<AppendOutcome> | undefined {
    return this.joint?.follow(this, append);
  }

  end(): void {
    this.joint?.leave(this);
    this.joint = undefined;
  }
}
