import type { Tenant } from '#kernel';
import type { InvoiceOutcome } from '#contracts';
import type { ProjectionWatch, RowFollower } from '#eventing';
import { HttpRefusal } from '#http';

/** The part of an invoice or a retention that callers see while they wait for its result. */
export interface FollowedRow {
  readonly id: string;
  readonly revision: number;
  readonly status: string;
  readonly outcome: InvoiceOutcome | null;
}

/** Whose outcome of which kind is waited for. */
export interface OutcomeWait {
  readonly tenant: Tenant;
  readonly id: string;
  readonly of: InvoiceOutcome['of'];
  readonly timeoutMs: number;
}

export interface OutcomeCall extends OutcomeWait {
  /** Of the issue, or of the cancellation request. */
  readonly number: number;
}

export interface MadeCall {
  readonly settled: boolean;
  readonly timeoutMs: number;
}

/** How long to wait for the first sign of a document whose maker may have died. */
const TWIN_MS = 3_000;

/** Waits for what becomes of the documents of one read model: of their stamps and their cancellations. */
export class DocumentOutcomes<Row extends FollowedRow> {
  /**
   * @param projection of the read model
   * @param find a document as it is, also a hidden one
   */
  constructor(
    private readonly watch: ProjectionWatch,
    private readonly projection: string,
    readonly find: (tenant: Tenant, id: string) => Promise<Row | undefined>,
  ) {}

  /** Follows a document: begin before the command whose outcome is waited for. */
  follow(id: string): RowFollower {
    return this.watch.follow(this.projection, id);
  }

  /**
   * Waits until a stamping or a cancellation request has its outcome, and gives the document as it is then.
   * Undefined when the time is up first; an outcome of kind `delayed` while the result is uncertain and the service
   * keeps trying.
   */
  waitFor(follower: RowFollower, call: OutcomeCall): Promise<Row | undefined> {
    const { tenant, id, of, number, timeoutMs } = call;
    return follower.until<Row>({
      accept: ({ outcome }) =>
        outcome?.of === of && outcome.number === number && outcome.kind !== 'requested',
      read: () => this.find(tenant, id),
      timeoutMs,
    });
  }

  /**
   * Asks for a stamp or a cancellation, and waits for its outcome as `waitFor` does; undefined, too, where a second
   * delivery found that all is over already.
   * @throws {HttpRefusal} what provider and tax authority have refused
   */
  async settle(
    wait: OutcomeWait,
    ask: () => Promise<{ readonly number: number } | undefined>,
  ): Promise<Row | undefined> {
    const follower = this.follow(wait.id);
    try {
      const asked = await ask();
      if (!asked) return undefined;
      const settled = await this.waitFor(follower, { ...wait, number: asked.number });
      if (settled?.outcome?.kind !== 'refused') return settled;
      const { code = 'internal_error', details = [] } = settled.outcome;
      throw new HttpRefusal({ code, details });
    } finally {
      follower.close();
    }
  }

  /** Waits until a document that somebody is making is there and, with `settled`, stamped, refused, failed or delayed. */
  async waitForCreated(
    tenant: Tenant,
    id: string,
    { settled, timeoutMs }: MadeCall,
  ): Promise<Row | undefined> {
    const accept = ({ status, outcome }: Row): boolean =>
      !settled || status !== 'pending' || outcome?.kind === 'delayed';
    const follower = this.follow(id);
    const read = (): Promise<Row | undefined> => this.find(tenant, id);
    try {
      const there =
        (await read()) ?? (await follower.until<Row>({ accept: () => true, read, timeoutMs: TWIN_MS }));
      if (!there || accept(there)) return there;
      return (await follower.until<Row>({ accept, read, timeoutMs })) ?? there;
    } finally {
      follower.close();
    }
  }
}
