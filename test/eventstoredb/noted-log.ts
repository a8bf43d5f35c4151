import { createLogger, type Logger } from '#hosting';

export interface Line {
  readonly level: number;
  readonly msg: string;
}

const WARN = 40;

/** A log that keeps its lines. */
export class NotedLog {
  private readonly lines: Line[] = [];
  readonly log: Logger = createLogger({
    level: 'info',
    to: { write: (line) => void this.lines.push(JSON.parse(line) as Line) },
  });

  /** Lines that somebody should read. */
  get warnings(): readonly Line[] {
    return this.lines.filter(({ level }) => level >= WARN);
  }
}
