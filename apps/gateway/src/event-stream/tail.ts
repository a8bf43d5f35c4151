import { withCallTrace } from '#bus';
import type { ToldEvent } from '#contracts';
import type { Listener } from './listener.js';
import type { NextEvents } from './next-events.js';

/** Events that are asked for at once: references only; each is rendered when somebody has room for it. */
const PAGE = 50;

export interface TailTimes {
  /** Between two looks while somebody listens. */
  readonly pollMs: number;
  /** The longest pause after faults. */
  readonly mostMs: number;
}

/**
 * Follows one organization's events for all who listen to it, and only while somebody does. Who is as far as others shares
 * their question; who resumes or reads slowly has a place, and so a question, of their own until they are there too.
 */
export class Tail {
  private readonly listeners = new Set<Listener>();
  private timer: NodeJS.Timeout | undefined;
  private looking = false;
  private wanted = false;
  private faults = 0;

  constructor(
    private readonly organizationId: string,
    private readonly events: NextEvents,
    private readonly times: TailTimes,
    private readonly onFault: (error: unknown) => void,
  ) {}

  get size(): number {
    return this.listeners.size;
  }

  add(listener: Listener): void {
    this.listeners.add(listener);
    this.wake();
  }

  remove(listener: Listener): void {
    this.listeners.delete(listener);
    if (this.size > 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Looks at once: somebody is new, or has room again. */
  wake(): void {
    if (this.looking) this.wanted = true;
    else if (this.faults === 0) this.lookIn(0);
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer);
    // What is asked belongs to nobody's request.
    this.timer = withCallTrace({}, () => setTimeout(() => void this.look(), ms).unref());
  }

  private async look(): Promise<void> {
    this.looking = true;
    this.wanted = false;
    let pauseMs = this.times.pollMs;
    try {
      if (await this.round()) pauseMs = 0;
      this.faults = 0;
    } catch (error) {
      this.faults += 1;
      pauseMs = Math.min(this.times.pollMs * 2 ** this.faults, this.times.mostMs);
      this.onFault(error);
    }
    this.looking = false;
    if (this.size > 0) this.lookIn(this.wanted && this.faults === 0 ? 0 : pauseMs);
  }

  /** Takes everybody who has room a page further; true: there may be more. */
  private async round(): Promise<boolean> {
    let more = false;
    for (const [place, group] of this.byPlace()) {
      const page = await this.events.following(this.organizationId, place, PAGE);
      if ((await this.give(page, group)) && page.length === PAGE) more = true;
    }
    return more;
  }

  private byPlace(): Map<string, Listener[]> {
    const groups = new Map<string, Listener[]>();
    for (const listener of this.listeners)
      if (listener.takesMore) groups.set(listener.place, [...(groups.get(listener.place) ?? []), listener]);
    return groups;
  }

  /** Gives a page to those who have room, and tells whether anybody took all of it. */
  private async give(page: readonly ToldEvent[], group: readonly Listener[]): Promise<boolean> {
    let taking = group;
    for (const event of page) {
      // Who had no room for one must not have the next.
      taking = taking.filter((listener) => listener.takesMore);
      if (taking.length === 0) return false;
      const isWanted = taking.some((listener) => listener.wants(event.type));
      const body = isWanted ? await this.events.bodyOf(this.organizationId, event) : undefined;
      for (const listener of taking) listener.pass(event, listener.wants(event.type) ? body : undefined);
    }
    return true;
  }
}
