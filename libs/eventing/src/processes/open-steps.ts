import type { Checkpoint } from '#bus';

/** What a process manager made of one batch of events, sent before anything of it was kept. */
interface Step<Sent> {
  readonly place: Checkpoint;
  at: number;
  /** Commands without an answer, by their ids. */
  readonly left: Map<string, Sent>;
}

/** Steps that the checkpoint may move over, and the commands of theirs that have lasted, to be stored with it. */
export interface ToKeep<Sent> {
  readonly to: Checkpoint;
  readonly lasting: readonly Sent[];
}

/**
 * The steps of a process manager that its stored checkpoint has not moved over, in the order of the feed. It may move over a
 * step whose commands are all answered, or stored beside it; so a start after a kill finds the events of all others again.
 */
export class OpenSteps<Sent> {
  private readonly steps: Step<Sent>[] = [];
  private readonly stepOf = new Map<string, Step<Sent>>();

  /** Whether there is nothing to keep. */
  get isEmpty(): boolean {
    return this.steps.length === 0;
  }

  add(place: Checkpoint, sent: ReadonlyMap<string, Sent>, at: number): void {
    const last = this.steps.at(-1);
    // Events that lead to nothing take no step of their own.
    if (last?.left.size === 0 && sent.size === 0) this.steps.pop();
    const step = { place, at, left: new Map(sent) };
    this.steps.push(step);
    for (const id of sent.keys()) this.stepOf.set(id, step);
  }

  /** A command is answered. False: it is of none of these steps, or not any more. */
  finish(id: string): boolean {
    const step = this.stepOf.get(id);
    step?.left.delete(id);
    return this.stepOf.delete(id);
  }

  /** A command has failed: what is to be stored of it. It is kept as soon as what came before it is. False: as `finish`. */
  fail(id: string, sent: Sent): boolean {
    const step = this.stepOf.get(id);
    step?.left.set(id, sent);
    if (step) step.at = -Infinity;
    return step !== undefined;
  }

  /** Takes the steps that may be kept: up to the first that has a command under way which was sent after `since`. */
  take(since: number): ToKeep<Sent> | undefined {
    const found = this.steps.findIndex(({ left, at }) => left.size > 0 && at > since);
    const taken = this.steps.splice(0, found < 0 ? this.steps.length : found);
    const last = taken.at(-1);
    if (!last) return undefined;
    for (const { left } of taken) for (const id of left.keys()) this.stepOf.delete(id);
    return { to: last.place, lasting: taken.flatMap(({ left }) => [...left.values()]) };
  }

  /** Forgets all: what the checkpoint has not moved over comes again. */
  clear(): void {
    this.steps.length = 0;
    this.stepOf.clear();
  }
}
