import { describe, expect, it } from '@jest/globals';
import type { Child, Ending } from '../../scripts/lib/distributed/child.mjs';
import { keepUp, PAUSES_MS, STEADY_MS } from '../../scripts/lib/distributed/keep-up.mjs';

/** A process that is up at once, or never, and ends when a spec says so. */
class Double implements Child {
  readonly pid = 1;
  readonly ended: Promise<Ending>;
  end: (ending: Ending) => void = () => undefined;
  asked = 0;

  constructor(private readonly comesUp: boolean) {
    this.ended = new Promise((resolve) => (this.end = resolve));
  }
  output(): string {
    return '';
  }
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    const found = this.comesUp ? pattern.exec('it is up') : null;
    if (found) return found;
    await this.ended;
    throw new Error('exit code 1');
  }
  stop(): Promise<Ending> {
    this.asked += 1;
    this.end({ code: 0, by: null });
    return this.ended;
  }
  kill(): Promise<Ending> {
    this.end({ code: null, by: 'SIGKILL' });
    return this.ended;
  }
}

/** Keeps doubles up, with pauses that a spec ends and a clock that it moves. */
class Bench {
  readonly doubles: Double[] = [];
  readonly pauses: number[] = [];
  readonly said: string[] = [];
  ms = 0;
  onStart: () => void = () => undefined;
  goOn: () => void = () => undefined;
  private onPause: () => void = () => undefined;
  /** Whether a pause lasts until `goOn`; an abort ends it too. */
  holds = false;

  keep(comesUp: (n: number) => boolean = () => true) {
    return keepUp({
      name: 'invoicing',
      isUp: /is up/,
      say: (sentence) => this.said.push(sentence),
      now: () => this.ms,
      pause: (ms, signal) => {
        this.pauses.push(ms);
        this.onPause();
        if (!this.holds) return Promise.resolve();
        return new Promise((resolve) => {
          this.goOn = resolve;
          signal.addEventListener('abort', () => resolve());
        });
      },
      start: () => {
        const double = new Double(comesUp(this.doubles.length));
        this.doubles.push(double);
        this.onStart();
        return double;
      },
    });
  }
  get last(): Double {
    const last = this.doubles.at(-1);
    if (!last) throw new Error('none was started');
    return last;
  }
  /** Ends the one that runs, and waits for the next. */
  async restart(ending: Ending = { code: 1, by: null }): Promise<void> {
    const next = new Promise<void>((started) => (this.onStart = started));
    this.last.end(ending);
    await next;
  }
  async toPause(): Promise<void> {
    const paused = new Promise<void>((resolve) => (this.onPause = resolve));
    this.last.end({ code: 1, by: null });
    await paused;
  }
}

describe('a process that is kept up', () => {
  it('is started again after pauses that grow, and each end is told', async () => {
    const bench = new Bench();
    const kept = bench.keep();
    await kept.up;
    for (let n = 0; n <= PAUSES_MS.length; n += 1) await bench.restart({ code: null, by: 'SIGKILL' });
    expect(bench.pauses).toEqual([...PAUSES_MS, PAUSES_MS.at(-1)]);
    expect(bench.pauses).toEqual([...bench.pauses].sort((a, b) => a - b));
    expect(bench.said[0]).toBe('invoicing ended (SIGKILL) and is started again in 1 s.');
    expect(bench.said).toContain('invoicing is up again.');
    await kept.stop(1);
  });

  it('begins again with the first pause once it has run for a while', async () => {
    const bench = new Bench();
    const kept = bench.keep();
    await kept.up;
    await bench.restart();
    await bench.restart();
    bench.ms += STEADY_MS + 1;
    await bench.restart();
    expect(bench.pauses).toEqual([PAUSES_MS[0], PAUSES_MS[1], PAUSES_MS[0]]);
    await kept.stop(1);
  });

  it('is not started again where it never was up', async () => {
    const bench = new Bench();
    const kept = bench.keep(() => false);
    bench.last.end({ code: 1, by: null });
    await expect(kept.up).rejects.toThrow('exit code 1');
    await kept.stop(1);
    expect([bench.doubles.length, bench.pauses, bench.said]).toEqual([1, [], []]);
  });

  it('is not started any more once it is stopped, be it up or in a pause', async () => {
    const up = new Bench();
    const kept = up.keep();
    await kept.up;
    await kept.stop(1);
    expect([up.doubles.length, up.last.asked, up.said]).toEqual([1, 1, []]);

    const pausing = new Bench();
    pausing.holds = true;
    const other = pausing.keep();
    await other.up;
    await pausing.toPause();
    await other.stop(1);
    pausing.goOn();
    await Promise.resolve();
    expect(pausing.doubles.length).toBe(1);
  });

  it('goes on trying where the next one does not come up either', async () => {
    const bench = new Bench();
    const kept = bench.keep((n) => n === 0);
    await kept.up;
    await bench.restart();
    await bench.restart();
    expect(bench.pauses).toEqual(PAUSES_MS.slice(0, 2));
    expect(bench.said.filter((line) => line.includes('up again'))).toEqual([]);
    await kept.kill();
  });
});
