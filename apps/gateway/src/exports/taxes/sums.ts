import { addFigures, type Figures } from '#billing';
import { parseRfc } from '#sat';
import type { Party } from '../parties.js';
import type { TaxLine } from './lines.js';

/** The sum of some lines: of a counterparty on one side, or of all of one side (no party). */
export interface TaxSum {
  readonly received: boolean;
  readonly party: Party | undefined;
  readonly documents: number;
  readonly figures: Figures;
  readonly warnings: readonly string[];
}

/** Sums lines by side and counterparty. It keeps one sum for each counterparty, and no line. */
export class TaxSums {
  private readonly sums = new Map<string, TaxSum>();
  private readonly seen = new Map<string, string>();

  add(line: TaxLine): void {
    const key = keyOf(line);
    const { documents = 0, figures = {}, warnings = [] } = this.sums.get(key) ?? {};
    // Payments of one document follow each other, and are one document; one that adds nothing is none.
    const again = this.seen.get(key) === line.doc.id || line.uncounted;
    if (!line.uncounted) this.seen.set(key, line.doc.id);
    this.sums.set(key, {
      ...{ received: line.received, party: line.party, figures: addFigures(figures, line.figures) },
      documents: again ? documents : documents + 1,
      warnings: [...new Set([...warnings, ...line.warnings])],
    });
  }

  /** Issued before received, by RFC and name. */
  parties(): readonly TaxSum[] {
    return [...this.sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  }

  /** One sum for each side that has any. */
  totals(): readonly TaxSum[] {
    return [false, true].flatMap((received) => {
      const own = [...this.sums.values()].filter((sum) => sum.received === received);
      if (own.length === 0) return [];
      return {
        ...{ received, party: undefined, warnings: [] },
        documents: own.reduce((sum, { documents }) => sum + documents, 0),
        figures: own.reduce<Figures>((sum, { figures }) => addFigures(sum, figures), {}),
      };
    });
  }
}

/** A generic RFC is many parties': their names tell them apart. */
const keyOf = ({ received, party: { rfc, name } }: TaxLine): string =>
  [received ? 1 : 0, rfc, parseRfc(rfc)?.generic === undefined ? '' : name].join('\n');
