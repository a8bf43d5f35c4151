import type { Child } from './child.mjs';

export interface ProcessesOfSystem {
  identityOf(pid: number): Promise<string | undefined>;
  signal(pid: number, name: NodeJS.Signals): boolean;
  waitForEnd(pid: number, ms: number): Promise<boolean>;
}

export interface Leftovers {
  end(): Promise<readonly string[]>;
  note(name: string, child: Pick<Child, 'pid' | 'ended'>): Promise<void>;
  clear(): void;
}

/** The processes that a run has started, in a file of its data folder. */
export function leftoversOf(dataDir: string, system: ProcessesOfSystem): Leftovers;
