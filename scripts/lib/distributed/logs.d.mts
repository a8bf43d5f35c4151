/** A line of a process's log that a person should see, in its words; else undefined. */
export function warningIn(line: string): string | undefined;
/** Keeps what processes print in files, one for each, and shows only their warnings. */
export function openLogs(
  folder: string,
  show: (name: string, warning: string) => void,
  options?: { readonly largest?: number },
): {
  fileOf(name: string): string;
  writerOf(name: string): (line: string) => void;
};
