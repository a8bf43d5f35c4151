import type { Mutation } from './judge.mjs';
export const mutations: readonly Mutation[];
