import type { Mutation } from './judge.mjs';

/** Throws a Misfit where an edit has no place in the code any more. */
export function applyMutation(
  mutation: Pick<Mutation, 'edits'>,
  read: (path: string) => string | undefined,
): ReadonlyMap<string, string>;
