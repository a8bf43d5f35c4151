import type { PacAccount, ProbeOutcome, RealPac } from '#pac';
import type { Logger } from '#hosting/logging/logger';
import type { Metrics } from '#hosting/metrics/metrics';
import { stateOfAccount, type AccountState } from './judge.js';

/** An account at a provider that documents may go to. */
export interface ProbedAccount {
  /** One object for one set of credentials. */
  readonly pac: Pick<RealPac, 'name' | 'probe'>;
  readonly source: 'installation' | 'organization';
  /** One of those whose documents go there. */
  readonly account: PacAccount;
}

/** The right of one process among all to probe. */
export interface ProbeLease {
  take(): Promise<string | undefined>;
  release(): Promise<void>;
}

export interface ProberParts {
  /** Those that there are now. */
  readonly accounts: () => Promise<readonly ProbedAccount[]>;
  readonly lease: ProbeLease;
  readonly metrics: Pick<Metrics, 'pacAccounts' | 'pacStampsLeft' | 'pacClockAhead'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Between 0 and 1: processes and providers are not in step. */
  readonly random: () => number;
}

const EVERY_MS = 60_000;
/** Organizations' own accounts that a round probes: providers count calls, and nobody waits for these. */
const OF_ORGANIZATIONS = 20;

interface Known {
  readonly source: ProbedAccount['source'];
  readonly state: AccountState;
  readonly outcome: ProbeOutcome;
}

/**
 * Asks the accounts that documents may go to whether they are well, spares too, about once a minute; many accounts of organizations
 * in turn. It tells metrics and log, and decides nothing: circuits are opened and closed by documents.
 */
export class Prober {
  private readonly known = new Map<ProbedAccount['pac'], Known>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(private readonly parts: ProberParts) {}

  start(): void {
    if (this.stopped) return;
    this.timer = setTimeout(
      () => {
        this.running = this.round()
          .catch((err: unknown) => this.parts.log.error({ err }, 'PACs could not be probed'))
          .finally(() => this.start());
      },
      EVERY_MS * (0.8 + 0.4 * this.parts.random()),
    ).unref();
  }

  /** Nothing is probed afterwards, and another process may at once. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await Promise.race([this.running, new Promise((resolve) => setTimeout(resolve, 1_000).unref())]);
    await this.parts.lease.release();
  }

  /** One round. Where another process probes, this one tells nothing. */
  async round(): Promise<void> {
    const accounts = await this.parts.accounts();
    const mine = accounts.length > 0 && (await this.parts.lease.take()) !== undefined;
    const there = new Set(mine ? accounts.map(({ pac }) => pac) : []);
    for (const pac of this.known.keys()) if (!there.has(pac)) this.known.delete(pac);
    if (mine) await Promise.all(this.turn(accounts).map((one) => this.ask(one)));
    this.tell();
  }

  /** The installation's, and of the organizations' those that were not asked for longest. */
  private turn(accounts: readonly ProbedAccount[]): readonly ProbedAccount[] {
    const asked = [...this.known.keys()];
    const own = accounts.filter(({ source }) => source === 'organization');
    const place = ({ pac }: ProbedAccount): number => asked.indexOf(pac);
    const longest = own.toSorted((a, b) => place(a) - place(b)).slice(0, OF_ORGANIZATIONS);
    return [...accounts.filter(({ source }) => source === 'installation'), ...longest];
  }

  private async ask(one: ProbedAccount): Promise<void> {
    const { pac, source, account } = one;
    const outcome = await pac.probe(account).catch((error: unknown): ProbeOutcome => ({
      ...{ kind: 'unavailable', reason: error instanceof Error ? error.message : 'an error' },
    }));
    const state = stateOfAccount(outcome);
    const before = this.known.get(pac)?.state ?? 'well';
    // At the end: it was asked last.
    this.known.delete(pac);
    this.known.set(pac, { source, state, outcome });
    if (state !== before) this.note(one, state, outcome);
  }

  private note({ pac, source, account }: ProbedAccount, state: AccountState, outcome: ProbeOutcome): void {
    const facts = {
      ...{ pac: pac.name, source, state },
      ...(source === 'organization' && { organization: account.organizationId }),
      ...(outcome.kind === 'unavailable' && { reason: outcome.reason }),
    };
    if (state === 'well') this.parts.log.info(facts, 'an account at a PAC is well again');
    else this.parts.log.warn(facts, 'an account at a PAC is not well');
  }

  private tell(): void {
    const { pacAccounts, pacStampsLeft, pacClockAhead } = this.parts.metrics;
    for (const gauge of [pacAccounts, pacStampsLeft, pacClockAhead]) gauge.reset();
    for (const [{ name: pac }, { source, state, outcome }] of this.known) {
      pacAccounts.inc({ pac, source, state });
      if (source === 'organization' || outcome.kind !== 'well') continue;
      if (outcome.stampsLeft !== undefined) pacStampsLeft.set({ pac }, outcome.stampsLeft);
      if (outcome.clockAheadMs !== undefined) pacClockAhead.set({ pac }, outcome.clockAheadMs / 1000);
    }
  }
}
