/** What became of a surplus stamp: `reported`, where it is left to the operator. */
export type SurplusOutcome = 'canceled' | 'reported' | 'pending' | 'refused';

/** A surplus stamp's outcome, as the document's own stream has it. */
export interface SurplusSettled {
  readonly uuid: string;
  readonly pac: string;
  readonly status: SurplusOutcome;
  readonly at: string;
}
