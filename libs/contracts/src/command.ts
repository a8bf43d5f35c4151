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

/** A place in a stream: `invoice-<id>` after its event of that number, from 0. */
export interface Place {
  readonly stream: string;
  readonly revision: number;
}

/** What a handled command is answered with. */
export interface Receipt<Answer = unknown> {
  /**
   * Where the aggregate stands that it wrote, or found as it was to be: whoever waits to read the write waits for
   * this. A question has none.
   */
  readonly at?: Place;
  /** Data for the caller that no read model has, such as the id of an existing duplicate. */
  readonly data: Answer;
}

export type CommandOutcome<Answer = unknown> = Result<Receipt<Answer>>;
