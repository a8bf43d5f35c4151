import type { ChildProgram } from './child.mjs';

export const OTHERS: readonly string[];
export const GATEWAY: string;
export const SERVICES: readonly string[];
export const SAYS_WHERE: RegExp;
export function programOf(path: string, env: NodeJS.ProcessEnv, heapMb?: number): ChildProgram;
/** A service as startChild takes it. */
export function serviceProgram(service: string, env: NodeJS.ProcessEnv): ChildProgram;
