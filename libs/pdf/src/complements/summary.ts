import type { Row } from '../rows.js';

/** What stands in the box of totals, where it does not come from the lines. */
export interface Summary {
  readonly rows: readonly Row[];
  /** Beside the total itself. */
  readonly label: string;
  readonly total: string;
  readonly inWords: string;
}
