import type { Command } from '#contracts';
import type { ReceiptHead } from './store.js';

/** What may be done with a receipt that somebody holds. */
export type Settled =
  /** Nobody holds it now: it can be held. */
  | 'free'
  /** An invoice has it, or is being made of it. */
  | 'held'
  /** Whoever holds it may well be at work: wait, and look again. */
  | 'busy'
  /** There is no such receipt. */
  | 'absent';

/** Finds out, by the stream of its claim, whether an invoice still has a receipt that it holds; frees it where not. */
export abstract class InvoiceHolds {
  abstract settle(command: Command, row: ReceiptHead): Promise<Extract<Settled, 'free' | 'held' | 'busy'>>;
}
