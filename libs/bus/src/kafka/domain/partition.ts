import { NotInLog, PartitionGone, type LogPage, type PartitionLog } from '../../events/log.js';
import type { PartitionBounds } from './bounds.js';

/** What is fetched ahead of the lanes, at most: then the partition is paused. */
const AHEAD = { pages: 8, bytes: 2_000_000 } as const;
/** How often it looks, while it waits, whether the log still has the place where it waits. */
const LOOK_MS = 5_000;

/** What a partition tells the consumer of kafkajs. */
export interface Steering {
  /** From where it reads on. */
  seek(offset: bigint): void;
  pause(): void;
  resume(): void;
  /** @param fresh asks now: a moment ago they were others */
  bounds(fresh?: boolean): Promise<PartitionBounds>;
}

/** A page that was fetched, and from where. */
export interface Fetched extends LogPage {
  readonly from: bigint;
}

interface Wanted {
  readonly from: bigint;
  readonly settle: (page: LogPage) => void;
  readonly fail: (error: Error) => void;
}

/**
 * One partition of a consumer of kafkajs, until the group changes: what kafkajs brings by itself, as it is asked for. It
 * never takes what kafkajs has fetched from an offset of its own choice, as it does where the log lacks the one that was
 * asked for.
 */
export class AssignedPartition implements PartitionLog {
  /** Where kafkajs reads on; undefined: where it likes. */
  private at: bigint | undefined;
  /** What has come and was not read yet: pages that follow each other. */
  private ahead: Fetched[] = [];
  private wanted: Wanted | undefined;
  private paused = true;
  private isGone = false;

  constructor(
    readonly aggregate: string,
    readonly partition: number,
    private readonly steering: Steering,
  ) {
    steering.pause();
  }

  async end(): Promise<bigint> {
    if (this.isGone) throw gone();
    return (await this.steering.bounds()).end;
  }

  async read(from: bigint, signal: AbortSignal): Promise<LogPage> {
    const next = this.nextAhead(from);
    if (next) return next;
    if (this.at !== from) await this.moveTo(from);
    if (this.isGone) throw gone();
    const arrived = this.nextAhead(from);
    if (arrived) return arrived;
    this.flow();
    return this.wait(from, signal);
  }

  /**
   * Takes what kafkajs has fetched. False: it is of no use, and kafkajs has to be told where to read.
   */
  take(page: Fetched): boolean {
    if (this.isGone) return false;
    const { wanted } = this;
    if (page.from !== this.at) {
      this.at = undefined;
      this.ahead = [];
      this.stopFlow();
      wanted?.fail(new NotInLog(`${this.name} does not have the offset ${wanted.from}`));
      return false;
    }
    this.at = page.next;
    if (wanted?.from === page.from) wanted.settle(page);
    else this.ahead.push(page);
    if (this.ahead.length >= AHEAD.pages || this.bytesAhead() > AHEAD.bytes) this.stopFlow();
    return true;
  }

  /** It is another process's now, or has to be begun again. */
  lose(): void {
    this.isGone = true;
    this.ahead = [];
    this.wanted?.fail(gone());
  }

  private get name(): string {
    return `${this.aggregate}/${this.partition}`;
  }

  private nextAhead(from: bigint): LogPage | undefined {
    if (this.ahead[0]?.from !== from) return undefined;
    const page = this.ahead.shift();
    this.flow();
    return page;
  }

  private async moveTo(from: bigint): Promise<void> {
    await this.check(from);
    if (this.isGone) return;
    this.ahead = [];
    this.at = from;
    this.steering.seek(from);
  }

  /** @throws {NotInLog} */
  private async check(from: bigint): Promise<void> {
    const has = ({ start, end }: PartitionBounds): boolean => from >= start && from <= end;
    if (has(await this.steering.bounds())) return;
    const bounds = await this.steering.bounds(true);
    if (!has(bounds))
      throw new NotInLog(`${this.name} has the offsets ${bounds.start} to ${bounds.end}, not ${from}`);
  }

  private wait(from: bigint, signal: AbortSignal): Promise<LogPage> {
    return new Promise((resolve, reject) => {
      // Where the log has lost the place, and has no message, kafkajs would say nothing.
      const looks = setInterval(() => void this.check(from).catch(fail), LOOK_MS).unref();
      const finish = (): void => {
        clearInterval(looks);
        signal.removeEventListener('abort', withdraw);
        if (this.wanted === wanted) this.wanted = undefined;
      };
      const settle = (page: LogPage): void => {
        finish();
        resolve(page);
      };
      const fail = (error: Error): void => {
        if (error instanceof NotInLog || error instanceof PartitionGone) {
          finish();
          reject(error);
        }
      };
      const withdraw = (): void => settle({ messages: [], next: from, end: from });
      const wanted = { from, settle, fail };
      this.wanted = wanted;
      signal.addEventListener('abort', withdraw, { once: true });
      if (signal.aborted) withdraw();
    });
  }

  private bytesAhead(): number {
    return this.ahead.flatMap(({ messages }) => messages).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  private flow(): void {
    if (!this.paused || this.isGone) return;
    this.paused = false;
    this.steering.resume();
  }

  private stopFlow(): void {
    if (this.paused || this.isGone) return;
    this.paused = true;
    this.steering.pause();
  }
}

const gone = (): PartitionGone => new PartitionGone('the group of readers has changed');
