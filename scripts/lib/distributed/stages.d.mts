export interface Member {
  stop(): Promise<unknown>;
  kill(): unknown;
}

export interface Stages {
  check(): void;
  add<M extends Member>(stage: string, member: M): M;
  remove(stage: string, member: Member): void;
  readonly isStopping: boolean;
  stop(): Promise<void>;
  kill(): void;
}

export class Stopped extends Error {}
/** What was started, in stages that build on each other: a later one is stopped before an earlier one. */
export function openStages(names: readonly string[], say: (line: string) => void): Stages;
