export interface Warning {
  readonly what: string;
  readonly text: string;
}

/** A line of a process's log that a person should see; undefined for all others. */
export function warningIn(line: string): Warning | undefined;
/** Why a process ended, by its last output. */
export function reasonIn(output: string): string;
/** Keeps what processes print in files, one for each, and shows only their warnings. */
export function openLogs(
  folder: string,
  show: (name: string, warning: string) => void,
  options?: { readonly largest?: number; readonly now?: () => number },
): {
  fileOf(name: string): string;
  writerOf(name: string): (line: string) => void;
};
