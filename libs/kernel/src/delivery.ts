import type { Refused } from './refusal.js';

/** A command as a log delivers it, perhaps again. Other commands that its handler sends may have its id, but not its type. */
export interface Delivered {
  readonly id: string;
  readonly type: string;
  /** Its aggregate: the streams whose names end with it are the command's own. */
  readonly key: string;
  /** When a request waits for it no longer, by PostgreSQL's clock, in milliseconds since 1970; undefined: never. */
  readonly expires: number | undefined;
}

/** A delivery that is being handled. */
export interface Delivery extends Delivered {
  /** Its own streams have events of the command: it can't be refused or expire any more. The event store sets it. */
  settled: boolean;
}

/** The delivery that the running code belongs to; none where no log is between sender and handler. */
export type CurrentDelivery = () => Delivery | undefined;

/** Whether a stream is the command's own: that of its aggregate. */
export const isOwnStream = ({ key }: Pick<Delivered, 'key'>, streamId: string): boolean =>
  streamId.endsWith(`-${key}`);

/**
 * What is known of a command before it is run.
 * `begun`: its own streams have events of it, so it is carried on, no matter when.
 * `refused`: that was answered, and stays so. `expired`: nothing was done, and nothing will be.
 */
export type Known =
  { readonly kind: 'new' | 'begun' | 'expired' } | { readonly kind: 'refused'; readonly refused: Refused };

/**
 * Final outcomes of delivered commands, so that a command is not done after it was refused or has expired, however
 * late a copy of it comes and whoever was paused meanwhile. Adapters pass `outcomesContract` (#event-store/contract-outcomes).
 *
 * - An append for a command that was refused throws {@link CommandRefused}, for one that has expired
 *   {@link CommandExpired}, and stores nothing; not once the command's own streams have events of it.
 * - A refusal is stored only while its own streams have no event of the command.
 */
export interface Outcomes {
  look(command: Delivered): Promise<Known>;
  /** Stores a refusal before it is answered. What was stored first counts: `refused`. `begun`: another delivery has done it. */
  refuse(
    command: Delivered,
    refused: Refused,
  ): Promise<Extract<Known, { kind: 'refused' }> | { kind: 'begun' }>;
  /** Forgets what no log can deliver any more. */
  sweep(): Promise<void>;
}

/** Another delivery of the command has been refused, and that was answered: nothing was stored. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

/** Nobody waits for the command any longer, and it was told so: nothing was stored. */
export class CommandExpired extends Error {
  override readonly name = 'CommandExpired';
}
