import type { Result, Tenant } from '#kernel';

/** A request to one aggregate. JSON throughout, so that it can cross a process border. */
export interface Command<Type extends string = string, Data = unknown> {
  /** The same for every delivery of the same command: redelivery changes nothing. */
  readonly id: string;
  readonly type: Type;
  /** The aggregate: commands with one key are handled one after the other. */
  readonly key: string;
  readonly tenant: Tenant;
  readonly actor: string;
  readonly correlationId: string;
  /** When it was asked, ISO 8601 in UTC: the only clock that deciders see. */
  readonly time: string;
  /**
   * Revisions of the aggregate that the caller has seen and means to change: at any other one the command is
   * refused (precondition_failed). Absent: whichever it is at.
   */
  readonly ifRevision?: readonly number[];
  readonly data: Data;
  /** W3C Trace Context of the event that it answers, where that was traced: for a command that is kept and sent later. */
  readonly traceparent?: string;
}

/** What a handled command leaves behind: where its events ended, for whoever waits to read its write. */
export interface Receipt {
  /** Feed position of the last event, as decimal text; "0" when nothing had to happen. */
  readonly position: string;
  /** What the caller needs that no read model tells, such as the id of an existing twin. */
  readonly data?: unknown;
}

export type CommandOutcome = Result<Receipt>;
