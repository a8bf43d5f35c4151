import type { Pac, Unavailable } from '#pac';
import {
  admits,
  afterCall,
  closedCircuit,
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

  begin(): void {
    this.circuit = withTrial(this.circuit, this.elapsed());
  }

  end(contact: Contact): void {
    this.circuit = afterCall(this.circuit, contact, this.elapsed());
  }
}

/** What an outcome says of the provider. */
export function contactOf(outcome: { readonly kind: string } | Unavailable): Contact | undefined {
  if (outcome.kind === 'unknown') return { kind: 'silent' };
  if (outcome.kind !== 'unavailable') return { kind: 'answered' };
  const trouble = 'trouble' in outcome ? outcome.trouble : undefined;
  // Nothing is known of why: neither good nor bad.
  return trouble && { kind: 'turned_away', trouble };
}

/** A provider whose calls are what its circuit is judged by. The tax authority's status is not the provider's. */
export function watchPac(pac: Pac, circuit: CircuitOf): Pac {
  const watch =
    <Request, Outcome extends { readonly kind: string }>(call: (request: Request) => Promise<Outcome>) =>
    async (request: Request): Promise<Outcome> => {
      circuit.begin();
      const outcome = await call(request);
      const contact = contactOf(outcome);
      if (contact) circuit.end(contact);
      return outcome;
    };
  return {
    name: pac.name,
    capabilities: pac.capabilities,
    stamp: watch((request) => pac.stamp(request)),
    find: watch((request) => pac.find(request)),
    cancel: watch((request) => pac.cancel(request)),
    status: (request) => pac.status(request),
  };
}
