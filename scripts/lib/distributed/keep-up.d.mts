import type { Child } from './child.mjs';

export interface KeptUp {
  readonly name: string;
  /** Resolves with the match of its first output; rejects when it ends before. */
  readonly up: Promise<RegExpExecArray>;
  child(): Child;
  stop(ms: number): Promise<void>;
  kill(): Promise<void>;
}

export interface KeepUpOptions {
  readonly name: string;
  readonly start: () => Child;
  readonly isUp: RegExp;
  readonly say: (sentence: string) => void;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly now?: () => number;
}

export const PAUSES_MS: readonly number[];
export const STEADY_MS: number;
/** Keeps a process up: once it has been, it is started again whenever it ends, after pauses that grow. */
export function keepUp(options: KeepUpOptions): KeptUp;
