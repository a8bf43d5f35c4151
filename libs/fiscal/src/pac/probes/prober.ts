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

/** Those that there are now. */
export interface ProbedAccounts {
  /** The installation's own. */
  installed(): readonly ProbedAccount[];
  /** The organizations that may have accounts of their own, with a name that is another one once they have changed. */
  organizations(): ReadonlyMap<string, string>;
  /** An organization's own. */
  of(organizationId: string): Promise<readonly ProbedAccount[]>;
}

/** The right of one process among all to probe. */
export interface ProbeLease {
  take(): Promise<string | undefined>;
  release(): Promise<void>;
}

export interface ProberParts {
  readonly accounts: ProbedAccounts;
  readonly lease: ProbeLease;
  readonly metrics: Pick<Metrics, 'pacAccounts' | 'pacStampsLeft' | 'pacClockAhead'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Between 0 and 1: processes and providers are not in step. */
  readonly random: () => number;
}

const EVERY_MS = 60_000;
/** Organizations that a round asks for: providers count calls, and nobody waits for these. */
const ORGANIZATIONS = 20;
/** So many rounds a refused account is left alone: wrong log-ins block it. Other credentials are another account. */
const REFUSED_ROUNDS = 15;

interface Known {
  readonly source: ProbedAccount['source'];
  readonly organizationId: string;
  readonly state: AccountState;
  readonly outcome: ProbeOutcome;
  readonly round: number;
}

/**
 * Asks the accounts that documents may go to whether they are well, spares too, about once a minute; those of many organizations
 * in turn, changed ones first. It tells metrics and log, and decides nothing: circuits are opened and closed by documents.
 */
export class Prober {
  private readonly known = new Map<ProbedAccount['pac'], Known>();
  /** Organizations whose turn has been, with what their settings were called; the one longest ago first. */
  private readonly turns = new Map<string, string>();
  private rounds = 0;
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
    const { accounts, lease } = this.parts;
    this.rounds += 1;
    const [installed, organizations] = [accounts.installed(), accounts.organizations()];
    const any = installed.length + organizations.size > 0;
    if (any && (await lease.take()) !== undefined) {
      const turn = this.turn(organizations);
      const theirs = (await Promise.all(turn.map((id) => accounts.of(id)))).flat();
      const asked = new Map([...installed, ...theirs].map((one) => [one.pac, one]));
      this.forget((pac, { source, organizationId: id }) => {
        if (source === 'installation') return !asked.has(pac);
        return !organizations.has(id) || (turn.includes(id) && !asked.has(pac));
      });
      await Promise.all([...asked.values()].map((one) => this.ask(one)));
    } else {
      this.forget(() => true);
      this.turns.clear();
    }
    this.tell();
  }

  /** The organizations whose turn it is: those that are new or have changed, then those whose turn was longest ago. */
  private turn(organizations: ReadonlyMap<string, string>): readonly string[] {
    const places = new Map([...this.turns.keys()].map((id, place) => [id, place]));
    const placeOf = (id: string): number =>
      this.turns.get(id) === organizations.get(id) ? (places.get(id) ?? -1) : -1;
    const turn = [...organizations.keys()]
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .slice(0, ORGANIZATIONS);
    for (const id of this.turns.keys())
      if (!organizations.has(id) || turn.includes(id)) this.turns.delete(id);
    for (const id of turn) this.turns.set(id, organizations.get(id) ?? '');
    return turn;
  }

  private forget(isGone: (pac: ProbedAccount['pac'], known: Known) => boolean): void {
    for (const [pac, known] of this.known) if (isGone(pac, known)) this.known.delete(pac);
  }

  private async ask(one: ProbedAccount): Promise<void> {
    const { pac, source, account } = one;
    const known = this.known.get(pac);
    if (known?.state === 'refused' && this.rounds - known.round < REFUSED_ROUNDS) return;
    const outcome = await pac.probe(account).catch((error: unknown): ProbeOutcome => ({
      ...{ kind: 'unavailable', reason: error instanceof Error ? error.message : 'an error' },
    }));
    const state = stateOfAccount(outcome);
    const { organizationId } = account;
    this.known.set(pac, { source, organizationId, state, outcome, round: this.rounds });
    if (state !== (known?.state ?? 'well')) this.note(one, state, outcome);
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
