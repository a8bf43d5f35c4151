import type { Row } from '../rows.js';

/** The content of the totals box, if it does not come from the lines. */
export interface Summary {
  readonly rows: readonly Row[];
  /** Beside the total itself. */
  readonly label: string;
  readonly total: string;
  readonly inWords: string;
}
