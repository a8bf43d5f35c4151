import { monotonicMs } from '#kernel';
import type { ServiceName } from '../owners/services.js';

/** How far a move is. */
export type Step =
  /**
   * A table of the target has the rows of the source's: copied, or found so from an earlier run. `of`: in the database of that
   * service's own.
   */
  | {
      readonly kind: 'table';
      readonly of: ServiceName | undefined;
      readonly name: string;
      readonly rows: string;
      readonly copied: boolean;
    }
  /** The target is prepared: from now on no service starts on it. */
  | { readonly kind: 'marked' }
  | { readonly kind: 'prepared' }
  /** So many events are there by now; `share` of all, from 0 to 1. */
  | { readonly kind: 'events'; readonly done: number; readonly share: number }
  /** So many events are the same on both sides. */
  | { readonly kind: 'compared'; readonly done: number; readonly share: number }
  /** Everything is the same; what is left is the last transaction. */
  | { readonly kind: 'verified' };

/** Called with each step when it is done. If it throws, the move ends there, as if the process had died. */
export type OnStep = (step: Step) => void;

const LINE_EVERY_MS = 5_000;

/** Tells people how far it is: a line for each table, and one now and then for events. */
export function printSteps(print: (line: string) => void, nowMs: () => number = monotonicMs): OnStep {
  let shown = nowMs();
  return (step) => {
    switch (step.kind) {
      case 'table':
        // Ten databases have the same tables for their places.
        if (step.of !== undefined && step.rows === '0') return;
        print(
          `${step.of === undefined ? '' : `${step.of}: `}${step.name}: ${step.rows} rows ${step.copied ? 'copied' : 'were there'}, the same on both sides`,
        );
        return;
      case 'events':
      case 'compared':
        if (nowMs() - shown < LINE_EVERY_MS) return;
        shown = nowMs();
        print(
          `${step.done} events ${step.kind === 'events' ? 'copied' : 'compared'}, ${percent(step.share)}`,
        );
        return;
      case 'marked':
      case 'prepared':
      case 'verified':
        return;
    }
  };
}

const percent = (share: number): string => `${Math.floor(Math.min(1, share) * 100)} %`;
