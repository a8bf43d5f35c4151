import { closeSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { LoadFailure } from '../../large/load/failure.js';
import { HEADER_BYTES, MARK, MOST_OTHERS, ROWS_AT } from './format.js';
import { BEGINNINGS } from './number.js';

/** Rows that are sorted in memory at once: 16 MB. */
const RUN_ROWS = 1 << 21;
/** Rows of each run that are in memory while runs are merged: 64 KB. */
const AHEAD_ROWS = 1 << 13;
const OUT_ROWS = 1 << 16;
/** More rows than any list has: beyond, it is none. */
const MOST_ROWS = 200_000_000;
/** One number for beginning and row: below 2^52, so a double has it exactly. */
const SHIFT = 2 ** 32;

export interface BuildOptions {
  /** For specs: how many rows are sorted at once. */
  readonly runRows?: number;
  readonly mostRows?: number;
}

/**
 * Makes a table of RFCs from rows in any order, in memory that does not grow with them: sorted runs go to a file beside, and
 * are merged. An RFC that comes twice is one row, with the higher of its values.
 */
export class RfcTableBuilder {
  private readonly run: Float64Array;
  private readonly mostRows: number;
  private filled = 0;
  private added = 0;
  private readonly runs: { at: number; rows: number }[] = [];
  private readonly others = new Map<string, number>();
  private readonly runsPath: string;
  private runsFile: number | undefined;

  constructor(
    private readonly path: string,
    { runRows = RUN_ROWS, mostRows = MOST_ROWS }: BuildOptions = {},
  ) {
    this.run = new Float64Array(runRows);
    this.mostRows = mostRows;
    this.runsPath = `${path}.runs`;
  }

  /** @param value 0 to 7 */
  add(beginning: number, rest: number, value: number): void {
    if (this.filled === this.run.length) this.spill();
    this.run[this.filled] = beginning * SHIFT + rest * 8 + value;
    this.filled += 1;
    this.added += 1;
    if (this.added > this.mostRows)
      throw new LoadFailure(`It has more than ${this.mostRows} rows, which its list never has.`);
  }

  /** An RFC that has no number. */
  addOther(rfc: string, value: number): void {
    this.others.set(rfc, Math.max(value, this.others.get(rfc) ?? 0));
    if (this.others.size > MOST_OTHERS)
      throw new LoadFailure(`More than ${MOST_OTHERS} of its RFCs are none: it is another list.`);
  }

  /** Writes the table and has the disk keep it. How many RFCs it has. */
  finish(): number {
    this.spill();
    const out = openSync(this.path, 'w', 0o644);
    try {
      const rows = this.merge(out);
      const others = Buffer.from(JSON.stringify(Object.fromEntries(this.others)));
      write(out, others, ROWS_AT + rows * 4);
      write(out, bytesOf(Uint32Array.of(MARK, rows, others.length)), 0);
      fsyncSync(out);
      return rows + this.others.size;
    } finally {
      closeSync(out);
      this.dispose();
    }
  }

  /** Removes what was written beside; the table itself is the caller's. */
  dispose(): void {
    if (this.runsFile !== undefined) closeSync(this.runsFile);
    this.runsFile = undefined;
    rmSync(this.runsPath, { force: true });
  }

  private spill(): void {
    if (this.filled === 0) return;
    this.runsFile ??= openSync(this.runsPath, 'w+', 0o600);
    const sorted = this.run.subarray(0, this.filled).sort();
    const { at, rows } = this.runs.at(-1) ?? { at: 0, rows: 0 };
    const next = at + rows * 8;
    write(this.runsFile, bytesOf(sorted), next);
    this.runs.push({ at: next, rows: this.filled });
    this.filled = 0;
  }

  /** The rows of all runs in their order, and where each beginning's begin. How many there are. */
  private merge(out: number): number {
    const index = new Uint32Array(BEGINNINGS + 1);
    const block = new Uint32Array(OUT_ROWS);
    const runs = this.runs.map((run) => new RunReader(this.runsFile ?? 0, run));
    const heap = new Heap(runs);
    let rows = 0;
    let written = 0;
    let last = -1;
    const flush = (): void => {
      write(out, bytesOf(block.subarray(0, rows - written)), ROWS_AT + written * 4);
      written = rows;
    };
    for (let next = heap.next(); next !== undefined; next = heap.next()) {
      const beginning = Math.floor(next / SHIFT);
      // The same RFC with another value, which is not lower: it takes the other's place.
      if (Math.floor(next / 8) === Math.floor(last / 8)) {
        block[rows - written - 1] = next % SHIFT;
      } else {
        // One row stays in the block, so that its place can still be taken.
        if (rows - written === OUT_ROWS) {
          const kept = block[OUT_ROWS - 1] ?? 0;
          rows -= 1;
          flush();
          block[0] = kept;
          rows += 1;
        }
        block[rows - written] = next % SHIFT;
        rows += 1;
        index[beginning + 1] = (index[beginning + 1] ?? 0) + 1;
      }
      last = next;
    }
    flush();
    for (let i = 1; i <= BEGINNINGS; i += 1) index[i] = (index[i] ?? 0) + (index[i - 1] ?? 0);
    write(out, bytesOf(index), HEADER_BYTES);
    return rows;
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function write(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length;)
    done += writeSync(file, bytes, done, bytes.length - done, at + done);
}

/** The rows of a sorted run, some of them in memory. */
class RunReader {
  private readonly ahead: Float64Array;
  private at: number;
  private left: number;
  private have = 0;
  private taken = 0;
  /** The row that is next; none at the end. */
  current: number | undefined;

  constructor(
    private readonly file: number,
    { at, rows }: { at: number; rows: number },
  ) {
    this.at = at;
    this.left = rows;
    this.ahead = new Float64Array(Math.min(AHEAD_ROWS, rows));
    this.advance();
  }

  advance(): void {
    if (this.taken === this.have) this.fill();
    this.current = this.taken < this.have ? this.ahead[this.taken] : undefined;
    this.taken += 1;
  }

  private fill(): void {
    this.have = Math.min(this.ahead.length, this.left);
    this.taken = 0;
    const bytes = bytesOf(this.ahead.subarray(0, this.have));
    for (let done = 0; done < bytes.length;) {
      const read = readSync(this.file, bytes, done, bytes.length - done, this.at + done);
      if (read === 0) throw new LoadFailure('The disk has lost rows that were sorted: is it full?');
      done += read;
    }
    this.at += bytes.length;
    this.left -= this.have;
  }
}

/** The lowest row of several runs, again and again. */
class Heap {
  private readonly runs: RunReader[];

  constructor(runs: readonly RunReader[]) {
    this.runs = runs.filter(({ current }) => current !== undefined);
    for (let i = (this.runs.length >> 1) - 1; i >= 0; i -= 1) this.sink(i);
  }

  next(): number | undefined {
    const [top] = this.runs;
    if (top?.current === undefined) return undefined;
    const lowest = top.current;
    top.advance();
    if (top.current === undefined) {
      const last = this.runs.pop();
      if (last && this.runs.length > 0) this.runs[0] = last;
    }
    this.sink(0);
    return lowest;
  }

  private value(i: number): number {
    return this.runs[i]?.current ?? Infinity;
  }

  private sink(from: number): void {
    for (let i = from; ;) {
      const left = 2 * i + 1;
      const child = this.value(left + 1) < this.value(left) ? left + 1 : left;
      const [above, below] = [this.runs[i], this.runs[child]];
      if (!above || !below || this.value(i) <= this.value(child)) return;
      this.runs[i] = below;
      this.runs[child] = above;
      i = child;
    }
  }
}
