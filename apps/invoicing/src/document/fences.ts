import { deterministicUuid, type Result, type Tenant } from '#kernel';
import type { Command } from '#contracts';
import type { Handled } from '#eventing';
import type { ClaimedAt, Hold } from './holds.js';
import { revisionOf, type Revised } from './revision.js';

/** A claim as it was found: whose, and when. */
export interface FoundClaim {
  readonly holder: string;
  readonly at: ClaimedAt;
  /** False while its holder may well be in the making. */
  readonly settled: boolean;
}

/** Rules out what was begun at a revision and has not come to be. */
export interface Forgo {
  readonly type: 'forgo';
  readonly now: Date;
  readonly at: number;
}

/** Documents that can rule out what was begun on them. */
export interface Forgoing<State> {
  state(key: string, tenant: Tenant): Promise<State>;
  handle(
    envelope: Command,
    command: Forgo,
    options: { readonly key: string },
  ): Promise<Result<Handled<State>>>;
}

/**
 * Before a claim passes from one document to another, the stream of the first rules out that anything comes of it: a
 * process that has slept since finds the event there and does nothing. Time alone proves nothing about it.
 */
export class FencesOf<State extends Revised> {
  constructor(private readonly documents: Forgoing<State>) {}

  /** Whether nothing can come of a claim any more; one that is open for long is ruled out. */
  async isDead(
    command: Command,
    { holder, at, settled }: FoundClaim,
    holdOf: (holder: State, at: ClaimedAt) => Hold,
  ): Promise<boolean> {
    const state = await this.documents.state(holder, command.tenant);
    const hold = holdOf(state, at);
    if (hold !== 'open' || !settled) return hold === 'dead';
    const ruledOut = revisionOf(state);
    const after = await this.ruleOut(command, holder, ruledOut);
    return holdOf(after, at ?? ruledOut) === 'dead';
  }

  /** Rules out what another document, or another attempt, began at a revision; the invoice as it is then. */
  ruleOut(command: Command, holder: string, at: number): Promise<State> {
    return this.forgo(command, deterministicUuid(command.id, 'forgo', holder, at), holder, at);
  }

  /** The same of this very command, which is refused: wherever else it is being handled, it comes to nothing. */
  giveUp(command: Command, at: number): Promise<State> {
    return this.forgo(command, command.id, command.key, at);
  }

  private async forgo(command: Command, id: string, holder: string, at: number): Promise<State> {
    // What the caller has seen (`ifRevision`) was another stream's, or is decided already.
    const { ifRevision: _, ...envelope } = command;
    const now = new Date(command.time);
    const handled = await this.documents.handle(
      { ...envelope, id },
      { type: 'forgo', now, at },
      { key: holder },
    );
    return handled.ok ? handled.value.state : this.documents.state(holder, command.tenant);
  }
}
