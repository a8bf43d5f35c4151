import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureSlowness } from './pace.js';
import { HostileTarget, type TargetFacts } from './target.js';

/** The rule, of a machine with the pace of {@link measureSlowness}; an invoice of 5000 items may take longer. */
export const RULE = { loopMs: 50, waitMs: 150, grownMb: 250 } as const;
export const RULE_OF_5000_ITEMS = { loopMs: 200, waitMs: 400, grownMb: 250 } as const;
export type Limits = Readonly<Record<keyof typeof RULE, number>>;
/** How often an attack that took too long is made again. */
const MORE_TRIES = 4;

/** What the prober has seen since it was asked last. */
interface Probed {
  readonly worstMs: number;
  readonly asked: number;
  /** Answers other than 200, at most five. */
  readonly wrong: readonly string[];
  readonly healthAsked: number;
  readonly healthWrong: readonly string[];
  readonly healthWorstMs: number;
}

/** What an attack did to the service and to another organization. */
export interface Figures extends Probed {
  readonly name: string;
  /** The longest stop of the event loop, by the process's own metric, in milliseconds. */
  readonly loopMs: number;
  /** Peak of the process's memory over what it was before the attack, in MB (0 where the system does not tell). */
  readonly grownMb: number;
  /** The other organization's worst wait while nobody attacks, in the same run. */
  readonly idleWorstMs: number;
  /** The longest stop of the loop meanwhile: what the machine adds. */
  readonly idleLoopMs: number;
  /** How many times as long as on the reference machine things took before the attack; 1 at least. */
  readonly slowness: number;
  /** How often the attacker got which status; 0: no answer. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** What an attack is given: where to send, by whose keys, and where to count what comes back. */
export interface Attacker extends TargetFacts {
  /** Counts an answer's status; 0: the connection was closed without one. */
  count(status: number): void;
}

/** The built service under attack, and another organization beside it. */
export class Siege {
  private idleWorstMs = 0;
  private idleLoopMs = 0;
  readonly reports: Figures[] = [];

  private constructor(
    readonly target: HostileTarget,
    private readonly prober: ChildProcess,
  ) {}

  static async begin(settings: Readonly<Record<string, string>> = {}): Promise<Siege> {
    // Attackers have machines of their own: here they give way to who is attacked.
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
    const target = await HostileTarget.start(settings);
    const { origin, otherKey, operatorOrigin } = target.facts;
    const prober = fork(join(import.meta.dirname, 'prober.mjs'), [origin, otherKey, operatorOrigin], {
      execArgv: [],
    });
    const siege = new Siege(target, prober);
    // What is compiled and cached at the first requests is no fault of an attack.
    await sleep(2_000);
    await siege.probed();
    await target.loopDelayMs();
    await sleep(2_000);
    siege.idleLoopMs = await target.loopDelayMs();
    siege.idleWorstMs = (await siege.probed()).worstMs;
    return siege;
  }

  /**
   * Runs an attack to its end and measures; the figures are printed and kept. One that took too long is made again, some
   * times: what an attack causes happens each time, and what garbage, the disk or another program of this machine causes
   * does not. Memory, answers and health have one try.
   */
  async attack(
    name: string,
    attack: (attacker: Attacker) => Promise<void>,
    limits: Limits = RULE,
  ): Promise<Figures> {
    let figures = await this.measure(name, attack);
    for (let again = 0; again < MORE_TRIES && onlyLate(figures, limits); again += 1)
      figures = await this.measure(`${name}, again`, attack);
    return figures;
  }

  private async measure(name: string, attack: (attacker: Attacker) => Promise<void>): Promise<Figures> {
    const { target } = this;
    const statuses: Record<string, number> = {};
    const count = (status: number): void => {
      statuses[status] = (statuses[status] ?? 0) + 1;
    };
    // Nothing of an attack is under way yet, which would make a slow machine of any.
    const slowness = measureSlowness();
    const before = await target.resetPeakMemory();
    await target.loopDelayMs();
    await this.probed();
    await attack({ ...target.facts, count });
    // Work that an attack left behind shows a moment later.
    await sleep(300);
    const probed = await this.probed();
    const loopMs = await target.loopDelayMs();
    const grownMb = Math.max(0, (await target.peakMemoryMb()) - before);
    const { idleWorstMs, idleLoopMs } = this;
    const figures = { name, ...probed, loopMs, grownMb, slowness, statuses, idleWorstMs, idleLoopMs };
    this.reports.push(figures);
    console.log(line(figures));
    return figures;
  }

  async end(): Promise<void> {
    this.prober.disconnect();
    await this.target.stop();
    const file = process.env['TIMBRA_HOSTILE_REPORT'];
    if (file) await writeFile(file, `${this.reports.map(line).join('\n')}\n`, { flag: 'a' });
  }

  private async probed(): Promise<Probed> {
    const answer = once(this.prober, 'message') as Promise<[Probed]>;
    this.prober.send('report');
    return (await answer)[0];
  }
}

const line = ({
  name,
  worstMs,
  idleWorstMs,
  loopMs,
  idleLoopMs,
  grownMb,
  slowness,
  statuses,
  healthWorstMs,
}: Figures): string =>
  `${name}: wait ${worstMs.toFixed(0)} ms (idle ${idleWorstMs.toFixed(0)}), loop ${loopMs.toFixed(0)} ms (idle ${idleLoopMs.toFixed(0)}), ` +
  `+${grownMb.toFixed(0)} MB, health ${healthWorstMs.toFixed(0)} ms, pace ${slowness.toFixed(1)}, answers ${JSON.stringify(statuses)}`;

/**
 * What an attack did that the rule forbids; empty: nothing. For `expect(complaints(figures)).toEqual([])`.
 *
 * @param limits the rule, or that of 5000 items
 */
export const complaints = (figures: Figures, limits: Limits = RULE): string[] => [
  ...delays(figures, limits),
  ...faults(figures, limits),
];

const onlyLate = (figures: Figures, limits: Limits): boolean =>
  delays(figures, limits).length > 0 && faults(figures, limits).length === 0;

function delays({ worstMs, idleWorstMs, loopMs, idleLoopMs, slowness }: Figures, limits: Limits): string[] {
  const waitMs = Math.max(limits.waitMs * slowness, 3 * idleWorstMs);
  const longestMs = limits.loopMs * slowness + idleLoopMs;
  return [
    ...(worstMs > waitMs
      ? [`another organization waited ${worstMs.toFixed(0)} ms (${waitMs.toFixed(0)})`]
      : []),
    ...(loopMs > longestMs ? [`the loop stood for ${loopMs.toFixed(0)} ms (${longestMs.toFixed(0)})`] : []),
  ];
}

function faults(figures: Figures, limits: Limits): string[] {
  const { grownMb, statuses, wrong, healthWrong, asked, healthAsked } = figures;
  const bugs = Object.keys(statuses).filter((status) => status === '500');
  return [
    ...(grownMb > limits.grownMb ? [`memory grew by ${grownMb.toFixed(0)} MB (${limits.grownMb})`] : []),
    ...bugs.map((status) => `the attacker was answered ${status} ${statuses[status]} times`),
    ...wrong.map((what) => `another organization got ${what}`),
    ...healthWrong.map((what) => `health got ${what}`),
    ...(asked === 0 || healthAsked === 0 ? ['nobody was asked meanwhile'] : []),
  ];
}
