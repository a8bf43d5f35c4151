import type { Mutation } from '../seams/judge.mjs';

export const mutations: readonly (Pick<Mutation, 'name' | 'edits'> & {
  readonly scenario: string;
  readonly complaint: RegExp;
  readonly inHistory?: RegExp;
  readonly notInHistory?: string;
})[];
