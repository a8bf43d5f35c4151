import { LRUCache } from 'lru-cache';
import { SharedWork } from '#kernel';
import type { PacAccount, RealPac, TaxpayerOutcome } from '#pac';

/** A provider that may be asked about taxpayers; one object for one set of credentials. */
export type Asked = Pick<RealPac, 'name' | 'taxpayer'>;

export interface TaxpayersParts {
  /** The providers of an account, in its order. */
  readonly pacsOf: (account: PacAccount) => Promise<readonly Asked[]>;
  /** Told of each question that was answered, or was not in time (`late`): for metrics. */
  readonly asked: (pac: string, outcome: TaxpayerOutcome['kind'] | 'late', ms: number) => void;
  /** Milliseconds of a clock that only moves forward. */
  readonly elapsed: () => number;
  /** How long each provider is waited for. */
  readonly waitMs?: number;
}

const WAIT_MS = 2_500;
/** A provider that did not answer, or not in time, is not asked again for as long: somebody waits for each answer. */
const REST_MS = 60_000;
/** Questions under way at once: more are not asked. */
const MOST = 20;
/** A taxpayer stays one for long; who is none yet may be registered today. */
const KEPT = { max: 20_000, listedMs: 24 * 3_600_000, notListedMs: 3_600_000 };

/**
 * What providers say of an RFC by their copies of the tax authority's list (L_RFC), for installations that have not loaded it. It
 * says nothing rather than keep anybody waiting, and has no part in stamping: its failures open no circuit there.
 */
export class Taxpayers {
  /** What a provider answered is true for everybody: the list is public among issuers, and one. */
  private readonly known = new LRUCache<string, boolean>({ max: KEPT.max, ttl: KEPT.listedMs });
  private readonly questions = new SharedWork<string, boolean | null>();
  private readonly resting = new WeakMap<Asked, number>();

  constructor(private readonly parts: TaxpayersParts) {}

  /** Whether an RFC is registered; null: nobody says it now. Never rejects, and takes `waitMs` for each provider at most. */
  async isListed(account: PacAccount, rfc: string): Promise<boolean | null> {
    const known = this.known.get(rfc);
    if (known !== undefined) return known;
    const key = `${account.organizationId} ${rfc}`;
    if (this.questions.size >= MOST && !this.questions.has(key)) return null;
    return this.questions.do(key, () => this.ask(account, rfc).catch(() => null));
  }

  private async ask(account: PacAccount, rfc: string): Promise<boolean | null> {
    const { pacsOf, elapsed } = this.parts;
    for (const pac of await pacsOf(account)) {
      if ((this.resting.get(pac) ?? -Infinity) > elapsed()) continue;
      const answer = await this.askOne(pac, rfc);
      if (answer !== undefined) return answer;
    }
    return null;
  }

  /** Undefined: it has no such service, or does not say it in time. What it says later is kept for the next one who asks. */
  private async askOne(pac: Asked, rfc: string): Promise<boolean | undefined> {
    const { asked, elapsed, waitMs = WAIT_MS } = this.parts;
    if (!pac.taxpayer) return undefined;
    const began = elapsed();
    const answering = pac.taxpayer(rfc).then((outcome) => this.keep(rfc, outcome));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, waitMs, 'late').unref()));
    const outcome = await Promise.race([answering, late]).finally(() => clearTimeout(timer));
    // Nobody else hears of a failure that comes later.
    answering.catch(() => undefined);
    const kind = outcome === 'late' ? outcome : outcome.kind;
    asked(pac.name, kind, elapsed() - began);
    if (kind === 'listed' || kind === 'not_listed') return kind === 'listed';
    this.resting.set(pac, elapsed() + REST_MS);
    return undefined;
  }

  private keep(rfc: string, outcome: TaxpayerOutcome): TaxpayerOutcome {
    if (outcome.kind === 'listed') this.known.set(rfc, true);
    if (outcome.kind === 'not_listed') this.known.set(rfc, false, { ttl: KEPT.notListedMs });
    return outcome;
  }
}
