import type { StampDecision } from '#apps/stamping/src/stamping/decide';
import type { StampingSettings } from '#apps/stamping/src/stamping/pauses';
import type { Stamping } from '#apps/stamping/src/stamping/stamping';
import type { Result } from '#kernel';
import type { InvoiceStamp, NotTaken, StampingEvent } from '#contracts';

export type Name = 'a' | 'b';
export const NAMES: readonly Name[] = ['a', 'b'];

/** A moment of the model: ten milliseconds. */
export const TICK_MS = 10;
/** A lost request is on its way for less than this: half for the process that sleeps before it sends, half for the wire. */
export const SETTLE_TICKS = 2;
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
  | { readonly at: 'write'; readonly to: Name; readonly attempt: number }
  /** It has written that down, and may sleep before it sends. */
  | { readonly at: 'send'; readonly to: Name; readonly attempt: number; readonly begun: number }
  | { readonly at: 'await'; readonly from: Name; readonly attempt: number; readonly sent: number }
  /** Its request was not taken. */
  | { readonly at: 'pass on'; readonly after: NotTaken & { readonly pac: Name } }
  | { readonly at: 'ask'; readonly whom: Name; readonly open: number | null }
  | { readonly at: 'watch'; readonly whom: Name }
  /** It knows something, and writes it down. `asked`: when that was so. */
  | { readonly at: 'record'; readonly answer: Heard; readonly asked?: number };

export type Heard =
  | { readonly kind: 'stamped'; readonly pac: Name }
  | { readonly kind: 'refused' | 'unknown'; readonly pac: Name; readonly attempt: number }
  | { readonly kind: 'no answer'; readonly pac: Name }
  | { readonly kind: 'missing'; readonly pac: Name; readonly open: number | null }
  /** `until`: what was stamped by then would be shown. */
  | { readonly kind: 'absent'; readonly until: number };

/** A request that nobody waits for any more, and that arrives yet, or never. */
export interface OnItsWay {
  readonly to: Name;
  readonly sent: number;
}

/** What the providers are like. */
export interface Setting {
  readonly find: Readonly<Record<Name, 'query' | 'resend'>>;
  /** Who refuses the document for what it says: always, and so never stamps it. */
  readonly refuses: readonly Name[];
}

export interface World {
  readonly now: number;
  readonly stamping: Stamping;
  /** When each provider stamped it: its own books. */
  readonly ledger: Readonly<Partial<Record<Name, number>>>;
  readonly workers: readonly Worker[];
  readonly onItsWay: readonly OnItsWay[];
  readonly forced: boolean;
  /** How often a process may still die, a command come, an operator force. */
  readonly left: { readonly deaths: number; readonly commands: number; readonly forces: number };
}

export const dateOf = (ticks: number): Date => new Date(Date.UTC(2026, 10, 27) + ticks * TICK_MS);

/** The stamp of a provider: always the same one, for the same bytes. */
export const stampOf = (pac: Name): InvoiceStamp => ({
  ...{ uuid: `UUID-${pac}`, date: dateOf(0).toISOString(), signature: 's', sat_cert_number: '1' },
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
