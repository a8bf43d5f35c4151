import { fold, ok } from '#kernel';
import type { StampingEvent } from '#contracts';
import { stampingDecider, type StampDecision } from './decide.js';
import type { Stamping } from './stamping.js';

/** One stamping in memory, in place of `Stampings`: each step passes the shipped decider. For specs. */
export function oneStamping() {
  const events: StampingEvent[] = [];
  const state = (): Stamping => fold(stampingDecider, events);
  const take = (what: StampDecision) => {
    const decided = stampingDecider.decide(what, state());
    if (!decided.ok) return decided;
    events.push(...decided.value);
    return ok({ state: state(), changed: decided.value.length > 0 });
  };
  const handle = async (_: unknown, what: StampDecision) => take(what);
  return { events, state, take, handle };
}
