import type { PacAccount } from './port.js';

/** What a new document of an account would meet at its providers, as far as is known now. */
export type Reachability =
  /** One at least may take it. */
  | { readonly state: 'ready' }
  /** Its order is empty: no provider is named, or none that is has credentials. */
  | { readonly state: 'none_configured' }
  /** Each of its order surely refuses connections: its circuit is open, or the last probe did not reach it. */
  | { readonly state: 'all_refuse'; readonly retryAfterS: number };

/**
 * How the providers of an account are doing. Asking says nothing to anybody: whether a connection can be made is all that is looked
 * at. In doubt it says `ready`: a
 * document that then meets a closed door stays pending, whereas one that is refused here is never issued.
 */
export interface PacHealth {
  /** @returns with `all_refuse`, the whole seconds until the first of them is tried again (1 at least) */
  reachable(account: PacAccount): Promise<Reachability>;
}
