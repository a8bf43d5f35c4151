/** Faults that a test switches on: some for the next calls, others until they are switched off. */

/**
 * - `timeout`: no answer (the connection is held for `ms`, 60 s unless said, then cut); `reset`: the connection is cut;
 *   `status`: an HTTP status (500) with a text; `html`: a page of HTML with HTTP 200. Each before the work is done, or after it.
 * - `truncated`: half of the answer, with its connection cut; `drip`: the answer byte by byte, `ms` apart (50), after the work.
 * - `other_stamp`: the stamp of another document; `wrong_uuid`: a UUID that no one has; `other_uuid`: a good one, that was not signed; `bad_seal`: a SelloSAT that does not
 *   hold; `wrong_rfc`: another PAC's RfcProvCertif; after the work.
 * - `refuse`: a refusal of the document with `code` and `message`; `expired_token`: the token is refused; before the work.
 * - `named`: a case that the PAC's own sheet names (see docs/contributing/doubles.md), such as `data_null`, `CO1000`.
 */
export type FaultKind =
  | 'timeout'
  | 'reset'
  | 'status'
  | 'html'
  | 'truncated'
  | 'drip'
  | 'other_stamp'
  | 'wrong_uuid'
  | 'other_uuid'
  | 'bad_seal'
  | 'wrong_rfc'
  | 'refuse'
  | 'expired_token'
  | 'named';

/** What PACs and the tax authority are asked for, by the doubles' own names: a fault for any other would wait for ever. */
export type Operation =
  | 'stamp'
  | 'find'
  | 'cancel'
  | 'status'
  | 'authenticate'
  | 'balance'
  | 'file'
  | 'list'
  | 'manifest'
  | 'manifest_text'
  | 'pendings'
  | 'relations'
  | 'accept_reject'
  | 'token'
  | 'download'
  | 'unreadable';

export interface Fault {
  readonly kind: FaultKind;
  /** Before or after the work is done (default: before). */
  readonly when?: 'before' | 'after';
  /** The operation that it waits for; any, unless said. */
  readonly operation?: Operation;
  /** For how many calls (1). */
  readonly times?: number;
  readonly ms?: number;
  readonly status?: number;
  readonly code?: string;
  readonly message?: string;
  readonly name?: string;
}

/** What holds until it is changed. Times are milliseconds. */
export interface Settings {
  /** Added to the machine's time: the double's own clock. */
  readonly clockSkewMs: number;
  /** A stamp is handed out by questions (`stamped`, live/{uuid}) only after this time. */
  readonly foundAfterMs: number;
  /** Every call gets HTTP 503 (Prodigia: 5). */
  readonly outOfService: boolean;
  /** Stamps left in the account: 0 refuses. */
  readonly balance: number;
  /** The account is refused: blocked, or its contract ended. */
  readonly accountRefused: boolean;
  /** RFC of issuers that are not in the LCO: 402. */
  readonly notInLco: readonly string[];
  /** RFC of issuers without a manifest or registration. */
  readonly notRegistered: readonly string[];
  /** Numbers of certificates that were revoked: 304. */
  readonly revoked: readonly string[];
  /** Whether the age of Fecha is judged before an earlier stamp is looked for. */
  readonly dateFirst: boolean;
  /** How a repeated stamp is answered; each PAC's variants are in docs/contributing/doubles.md. */
  readonly duplicates: string;
  /** Each answer comes this much later. */
  readonly latencyMs: number;
  /** For how long after a stamp its cancellation is answered 205. */
  readonly unknownToSatMs: number;
  /** A lone element of a SOAP answer where there could be several: `single` leaves lists out when empty, `repeated` doubles. */
  readonly lists: 'plain' | 'absent' | 'repeated';
  /** Prodigia: `codigo` as number or as text. */
  readonly codes: 'number' | 'text';
}

export const DEFAULTS: Settings = {
  ...{ clockSkewMs: 0, foundAfterMs: 0, outOfService: false, balance: 1_000_000, accountRefused: false },
  ...{ notInLco: [], notRegistered: [], revoked: [], dateFirst: true, duplicates: 'filled', latencyMs: 0 },
  ...{ unknownToSatMs: 0, lists: 'plain', codes: 'number' },
};

export class Faults {
  private queue: { fault: Fault; left: number }[] = [];
  private current: Settings = DEFAULTS;

  /** The next call (of `operation`, where one is named) meets this fault. */
  next(fault: FaultKind | Fault, more: Omit<Fault, 'kind'> = {}): this {
    const whole = typeof fault === 'string' ? { ...more, kind: fault } : fault;
    this.queue.push({ fault: whole, left: whole.times ?? 1 });
    return this;
  }

  set(settings: Partial<Settings>): this {
    this.current = { ...this.current, ...settings };
    return this;
  }

  clear(): this {
    this.queue = [];
    this.current = DEFAULTS;
    return this;
  }

  get settings(): Settings {
    return this.current;
  }

  /** The fault for a call, which is used up by it. */
  take(operation: string): Fault | undefined {
    const entry = this.queue.find(
      ({ fault }) => fault.operation === undefined || fault.operation === operation,
    );
    if (!entry) return undefined;
    entry.left -= 1;
    if (entry.left <= 0) this.queue = this.queue.filter((other) => other !== entry);
    return entry.fault;
  }
}

/** What POST /__faults takes. */
export interface FaultOrder {
  readonly clear?: boolean;
  readonly next?: readonly Fault[];
  readonly set?: Partial<Settings>;
  /** The port is closed at once and opened again after this time. */
  readonly refuse_ms?: number;
}
