import type { Pac, Unavailable } from '#pac';
import {
  admits,
  afterCall,
  closedCircuit,
  lets,
  stateOf,
  withTrial,
  type Circuit,
  type Contact,
} from './breaker.js';

/** What is known of a provider with one set of credentials, in the memory of this process. */
export class CircuitOf {
  private circuit: Circuit = closedCircuit;

  /** @param elapsed milliseconds of a clock that only moves forward; @param trialMs how long a trial is waited for */
  constructor(
    private readonly elapsed: () => number,
    private readonly trialMs: number,
  ) {}

  get facts(): Circuit {
    return this.circuit;
  }

  get state(): ReturnType<typeof stateOf> {
    return stateOf(this.circuit, this.elapsed());
  }

  /** Whether a new document may be sent there now. */
  admits(): boolean {
    return admits(this.circuit, this.elapsed(), this.trialMs);
  }

  /** Takes the turn of a call, in one step with the look at it: of two at the same moment one tries an open circuit. */
  begin(): boolean {
    const now = this.elapsed();
    if (!lets(this.circuit, now, this.trialMs)) return false;
    this.circuit = withTrial(this.circuit, now);
    return true;
  }

  end(contact: Contact): void {
    this.circuit = afterCall(this.circuit, contact, this.elapsed());
  }
}

type Said = { readonly kind: string } & Partial<Pick<Unavailable, 'trouble' | 'retryAfterS'>>;

/** What an outcome says of the provider. */
export function contactOf(outcome: Said): Contact {
  if (outcome.kind === 'unknown') return { kind: 'silent' };
  if (outcome.kind !== 'unavailable') return { kind: 'answered' };
  const { trouble, retryAfterS } = outcome;
  if (!trouble) return { kind: 'nothing_said' };
  return { kind: 'turned_away', trouble, ...(retryAfterS !== undefined && { retryAfterS }) };
}

/** Nothing was sent: certainly not taken. */
const CIRCUIT_OPEN: Unavailable = {
  ...{ kind: 'unavailable', reason: 'circuit_open', trouble: 'circuit_open' },
};

/** A provider whose calls are what its circuit is judged by. The tax authority's status is not the provider's. */
export function watchPac(pac: Pac, circuit: CircuitOf): Pac {
  const watch =
    <Request, Outcome extends Said>(call: (request: Request) => Promise<Outcome>) =>
    async (request: Request): Promise<Outcome | Unavailable> => {
      if (!circuit.begin()) return CIRCUIT_OPEN;
      const outcome = await call(request);
      circuit.end(contactOf(outcome));
      return outcome;
    };
  return {
    name: pac.name,
    capabilities: pac.capabilities,
    stamp: watch((request) => pac.stamp(request)),
    find: watch((request) => pac.find(request)),
    cancel: watch((request) => pac.cancel(request)),
    status: (request) => pac.status(request),
    ...(pac.pendingCancellations && { pendingCancellations: watch(pac.pendingCancellations.bind(pac)) }),
    ...(pac.answerCancellation && { answerCancellation: watch(pac.answerCancellation.bind(pac)) }),
  };
}
