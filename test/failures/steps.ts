import { setTimeout as sleep } from 'node:timers/promises';
import type { MailServer } from './smtp.js';
import type { Door, Moment } from './tap.js';
import type { ServiceName, World } from './world.js';

/** One step of the work, and the process that dies there. */
export interface Step {
  readonly name: string;
  readonly victim: ServiceName;
  /**
   * Calls `act` once, when somebody's work is at this step; resolves then. It hears whose work it is, where that is one
   * of the victim's. `hold`: the connection is not cut there but kept as it is, until the victim wakes. `signal`: nobody
   * waits for the step any more.
   */
  readonly arm: (
    world: World,
    mail: MailServer,
    act: (by?: Door) => void,
    hold?: boolean,
    signal?: AbortSignal,
  ) => Promise<void>;
}

/** A step that a service's own statements show. */
export const seen = (
  name: string,
  victim: ServiceName,
  moment: Moment,
  pattern: RegExp,
  by: ServiceName = victim,
): Step => ({
  ...{ name, victim },
  arm: (world, _, act, hold, signal) =>
    world.tap(by).trap(moment, pattern, (door) => act(by === victim ? door : undefined), hold, signal),
});

export const appends = (event: string): RegExp => new RegExp(`event_store\\.append[\\s\\S]*"${event}"`);

/**
 * Every step on the way from a request to its effects at which a process can die and leave something half done. In each
 * round one process of each service dies at its next step.
 */
export const ROUNDS: readonly (readonly Step[])[] = [
  [
    seen(
      'gateway: the command is accepted, nothing is answered',
      'gateway',
      'at',
      appends('InvoiceIssued'),
      'invoicing',
    ),
    seen('invoicing: the event is appended, nobody knows', 'invoicing', 'after', appends('InvoiceIssued')),
    seen('stamping: the PAC has stamped, its answer is not heard', 'stamping', 'after', /pac_sandbox_record/),
    seen(
      'cancellation: the tax authority has it, nobody knows',
      'cancellation',
      'committed',
      /insert into pac_sandbox\.cancellations/i,
    ),
    seen('publisher: published, before that is noted', 'publisher', 'before', /held-(checkpoint|places)/),
    {
      name: 'notifications: the mail is sent, and not noted',
      victim: 'notifications',
      arm: (_, mail, act) => mail.onceTaken(() => act()),
    },
  ],
  [
    seen(
      'invoicing: the command is consumed, before its effect',
      'invoicing',
      'before',
      /claim keys of invoicing\.idempotency_keys/,
    ),
    seen('stamping: sealed, before the PAC is asked', 'stamping', 'before', /pac_sandbox_record/),
    seen(
      'cancellation: before the tax authority is asked',
      'cancellation',
      'before',
      /insert into pac_sandbox\.cancellations/i,
    ),
    seen('notifications: the mail is noted, nobody knows', 'notifications', 'after', appends('MailSent')),
  ],
  [
    seen(
      'publisher: published and noted, and it does not know',
      'publisher',
      'after',
      /held-(checkpoint|places)/,
    ),
    seen(
      'invoicing: commands for others are stored, and not sent',
      'invoicing',
      'after',
      /process-step[\s\S]*stamping\.stamp/,
    ),
    seen(
      'stamping: the PAC has answered, before it is kept',
      'stamping',
      'before',
      appends('ComprobanteStamped'),
    ),
    seen(
      'cancellation: the answer is kept, nobody knows',
      'cancellation',
      'after',
      appends('CancellationAnswered'),
    ),
    seen('notifications: the mail is durable, not sent', 'notifications', 'after', appends('MailRequested')),
  ],
  [
    seen(
      'invoicing: key and folio are claimed, before the event',
      'invoicing',
      'before',
      appends('InvoiceIssued'),
    ),
    seen('stamping: the stamp is kept, nobody knows', 'stamping', 'after', appends('ComprobanteStamped')),
  ],
  [
    seen(
      'gateway: a read model before it is stored',
      'gateway',
      'before',
      /project-invoices[\s\S]*"pending"/,
    ),
    seen(
      'stamping: the signed document is stored, before it is noted',
      'stamping',
      'before',
      appends('ComprobanteSealed'),
    ),
  ],
  [
    seen(
      'gateway: a read model is stored, nobody knows',
      'gateway',
      'after',
      /project-invoices[\s\S]*"valid"/,
    ),
    seen('stamping: sealed and noted, nobody knows', 'stamping', 'after', appends('ComprobanteSealed')),
  ],
  [seen('invoicing: the stamp is recorded, nobody knows', 'invoicing', 'after', appends('InvoiceStamped'))],
  [seen('invoicing: before finished commands are cleared', 'invoicing', 'before', /clear-commands/)],
];

/** Rejects when the work takes longer, with what was waited for. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const patience = new AbortController();
  const late = sleep(ms, undefined, { signal: patience.signal }).then(() => {
    throw new Error(`it did not come to this in ${ms / 1_000} s: ${what}`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    patience.abort();
  }
}
