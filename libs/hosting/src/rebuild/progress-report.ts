import { monotonicMs } from '#kernel';
import type { RebuildProgress } from '#eventing';

/** Where progress is shown: standard output, or what a test gives. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface ProgressReport {
  readonly progress: (progress: RebuildProgress) => void;
  readonly done: () => void;
}

const BAR = 24;
const REDRAW_MS = 100;
const LINE_EVERY_MS = 5_000;

/** Shows the progress of one rebuild: a line that is redrawn on a terminal, or a new line now and then elsewhere. */
export function progressReport(
  name: string,
  output: Output,
  nowMs: () => number = monotonicMs,
): ProgressReport {
  const everyMs = output.isTTY ? REDRAW_MS : LINE_EVERY_MS;
  const begun = nowMs();
  let shown = begun;
  let last: RebuildProgress | undefined;

  const show = (text: string, end: boolean): void => {
    // Cut to the terminal's width: a line that wraps can't be drawn over.
    if (output.isTTY) output.write(`\r\x1b[2K${text.slice(0, (output.columns ?? 80) - 1)}${end ? '\n' : ''}`);
    else output.write(`${text}\n`);
  };
  if (output.isTTY) show(`${name} ...`, false);

  return {
    progress(progress) {
      last = progress;
      if (nowMs() - shown < everyMs) return;
      shown = nowMs();
      show(progressLine(progress), false);
    },
    done() {
      const seconds = (nowMs() - begun) / 1000;
      const events = last?.events ?? 0;
      show(
        `${name}: rebuilt from ${count(events)} events in ${seconds.toFixed(1)} s${speed(events, seconds)}`,
        true,
      );
    },
  };
}

/** `invoices [############............]  50 %  12,000 events/s, 00:42 left` */
export function progressLine({ projection, events, share, elapsedMs }: RebuildProgress): string {
  const filled = Math.round(Math.min(1, share) * BAR);
  const bar = '#'.repeat(filled) + '.'.repeat(BAR - filled);
  const percent = String(Math.floor(share * 100)).padStart(3);
  const perSecond = elapsedMs > 0 ? Math.round((events * 1000) / elapsedMs) : 0;
  const leftSeconds = share > 0 ? Math.round((elapsedMs * (1 - share)) / share / 1000) : 0;
  return `${projection} [${bar}] ${percent} %  ${count(perSecond)} events/s, ${clock(leftSeconds)} left`;
}

const count = (n: number): string => n.toLocaleString('en-US');
const speed = (events: number, seconds: number): string =>
  seconds > 0 && events > 0 ? ` (${count(Math.round(events / seconds))} events/s)` : '';
const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
