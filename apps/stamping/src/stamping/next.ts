import { PROOF_MS } from './pauses.js';
import { isHeldBy, type Holder, type Sealed } from './stamping.js';

/** What is to be done next with a sealed document. */
export type NextStep =
  /** Its bytes go to this provider, once that is written down. */
  | { readonly do: 'send'; readonly to: string }
  /** A provider perhaps has it, so that one is asked. */
  | { readonly do: 'ask'; readonly holder: Holder }
  /** Nobody has it, and nobody can be reached. */
  | { readonly do: 'wait' };

/**
 * What is to be done next: whoever perhaps has it is asked, and else it goes to the first of the order that was not tried in this
 * round. One that an operator has forced gets it whatever the others may have; when nobody has it any more, the order counts again.
 */
export function nextSteps(state: Sealed, order: readonly string[]): readonly NextStep[] {
  const { holders, forced } = state;
  const asked = holders.map((holder): NextStep => ({ do: 'ask', holder }));
  if (forced !== null && holders.length > 0 && !isHeldBy(state, forced))
    return [{ do: 'send', to: forced }, ...asked];
  if (asked.length > 0) return asked;
  const to = untried(state, order) ?? order[0];
  return [to === undefined ? { do: 'wait' } : { do: 'send', to }];
}

/** The next provider of the order in this round. */
export const untried = ({ tried }: Sealed, order: readonly string[]): string | undefined =>
  order.find((name) => !tried.some(({ pac }) => pac === name));

/** Whether only the tax authority's own records can tell any more what became of it. */
export const asksForProof = ({ since, holders }: Sealed, now: Date): boolean =>
  holders.length > 0 && now.getTime() - Date.parse(since) > PROOF_MS;
