/** How a process ended: its exit code, or the signal that ended it. */
export interface Ending {
  readonly code: number | null;
  readonly by: NodeJS.Signals | null;
}

export interface Child {
  /** Undefined where it could not be started: then it has ended. */
  readonly pid: number | undefined;
  readonly ended: Promise<Ending>;
  /** The end of what it has printed. */
  output(): string;
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  stop(ms: number): Promise<Ending>;
  kill(): Promise<Ending>;
}

export interface ChildProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly onLine?: (line: string, stream: 'stdout' | 'stderr') => void;
  /** How long it may take to end after we have died; default 20 s. */
  readonly graceMs?: number;
}

export function howItEnded(ending: Ending): string;
/** Starts a process that ends when we do, in whatever way that is. */
export function startChild(program: ChildProgram): Child;
