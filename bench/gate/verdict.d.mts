export interface Pair {
  readonly base: number;
  readonly head: number;
}
export interface Verdict {
  readonly ratio: number;
  readonly low?: number;
  readonly high?: number;
  readonly verdict: 'pass' | 'fail' | 'unsure';
}
export const LIMIT: number;
export const FEWEST: number;
export const MOST: number;
export function judge(pairs: readonly Pair[]): Verdict;
export function conclude(pairs: readonly Pair[]): Verdict;
