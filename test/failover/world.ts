import type { StampDecision } from '#apps/stamping/src/stamping/decide';
import type { StampingSettings } from '#apps/stamping/src/stamping/pauses';
import type { Stamping } from '#apps/stamping/src/stamping/stamping';
import type { Result } from '#kernel';
import type { InvoiceStamp, NotTaken, StampingEvent } from '#contracts';

export type Name = 'a' | 'b';
export const NAMES: readonly Name[] = ['a', 'b'];

/** The accounts at the providers: what one of them has stamped, another one at the same provider neither finds nor refuses. */
export type Account = 'a0' | 'a1' | 'b0';
export const ACCOUNTS: readonly Account[] = ['a0', 'a1', 'b0'];
export const nameOf = (account: Account): Name => (account === 'b0' ? 'b' : 'a');

/** A moment of the model: ten milliseconds. */
export const TICK_MS = 10;
/** A lost request is on its way for less than this: half for the process that sleeps before it sends, half for the wire. */
export const SETTLE_TICKS = 2;
/** The tax authority shows what was stamped so long ago. */
export const SHOWN_TICKS = 1;
export const SETTINGS: StampingSettings = {
  retryMs: TICK_MS,
  settleMs: SETTLE_TICKS * TICK_MS,
  surplus: 'report',
};

/** What is explored: the rules as they are shipped, or broken on purpose. */
export interface Rules {
  decide(command: StampDecision, state: Stamping): Result<readonly StampingEvent[]>;
  evolve(state: Stamping, event: StampingEvent): Stamping;
}

/** A process at work on the document, by what it does next. */
export type Worker =
  /** It has seen the document, and writes down that a provider gets it. */
  | { readonly at: 'write'; readonly to: Name; readonly account: Account; readonly attempt: number }
  /** It has written that down, and may sleep before it sends. */
  | {
      readonly at: 'send';
      readonly to: Name;
      readonly account: Account;
      readonly attempt: number;
      readonly begun: number;
    }
  | {
      readonly at: 'await';
      readonly from: Name;
      readonly account: Account;
      readonly attempt: number;
      readonly sent: number;
    }
  /** Its request was not taken. */
  | { readonly at: 'pass on'; readonly after: NotTaken & { readonly pac: Name } }
  | { readonly at: 'ask'; readonly whom: Name; readonly account: Account; readonly open: number | null }
  | { readonly at: 'watch'; readonly whom: Name; readonly account: Account }
  /** It asks the tax authority for a stamp that the document has not. */
  | { readonly at: 'prove' }
  /** It knows something, and writes it down. `asked`: when that was so. */
  | { readonly at: 'record'; readonly answer: Heard; readonly asked?: number };

export type Heard =
  | { readonly kind: 'stamped'; readonly by: Account }
  | { readonly kind: 'refused' | 'unknown'; readonly pac: Name; readonly attempt: number }
  | { readonly kind: 'no answer'; readonly pac: Name }
  | { readonly kind: 'missing'; readonly by: Account; readonly open: number | null }
  /** `until`: what was stamped by then would be shown. */
  | { readonly kind: 'absent'; readonly until: number };

/** A request that nobody waits for any more, and that arrives yet, or never. */
export interface OnItsWay {
  readonly to: Account;
  readonly sent: number;
}

/** What the providers are like. */
export interface Setting {
  readonly find: Readonly<Record<Name, 'query' | 'resend'>>;
  /** Who refuses the document for what it says: always, and so never stamps it. */
  readonly refuses: readonly Name[];
}

/** How often a process may still die, a command come, an operator force, the account at `a` change, the tax authority be asked. */
export interface Left {
  readonly deaths: number;
  readonly commands: number;
  readonly forces: number;
  readonly changes: number;
  readonly proofs: number;
}

export interface World {
  readonly now: number;
  readonly stamping: Stamping;
  /** When it was stamped at each account: its own books. */
  readonly ledger: Readonly<Partial<Record<Account, number>>>;
  /** The account at `a` of today. */
  readonly account: 'a0' | 'a1';
  readonly workers: readonly Worker[];
  readonly onItsWay: readonly OnItsWay[];
  readonly forced: boolean;
  readonly left: Left;
}

export const dateOf = (ticks: number): Date => new Date(Date.UTC(2026, 10, 27) + ticks * TICK_MS);

/** The stamp of an account: always the same one, for the same bytes. */
export const stampOf = (by: Account): InvoiceStamp => ({
  ...{ uuid: `UUID-${by}`, date: dateOf(0).toISOString(), signature: 's', sat_cert_number: '1' },
  ...{ sat_signature: 's', rfc_provider_cert: 'R', complement_string: '|', issuer_cert_number: '1' },
  ...{ xml_key: 'x', timbre_xml: '<t/>', verification_url: 'u' },
});

/** The world after a command, with what it wrote; undefined where it was refused. */
export function apply(
  rules: Rules,
  world: World,
  command: StampDecision,
): { readonly world: World; readonly events: readonly StampingEvent[] } | undefined {
  const decision = rules.decide(command, world.stamping);
  if (!decision.ok) return undefined;
  const stamping = decision.value.reduce((state, event) => rules.evolve(state, event), world.stamping);
  return { world: { ...world, stamping }, events: decision.value };
}
