import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '#kernel';
import { invoice } from '../support/bodies.js';
import type { Answer, TestApp } from '../support/app.js';

export interface Request {
  readonly key: string;
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | null;
  readonly beganAt: number;
  readonly ms: number;
}

const codeOf = ({ body }: Answer): string | undefined => (body as { readonly code?: string }).code;

/** Longer than a machine takes that runs other suites beside. */
export const BUSY_MS = 90_000;

/** Callers that make invoices one after the other, and send each again until it is made, as a client should. */
export class Load {
  readonly requests: Request[] = [];
  /** The id of each invoice, by its key. */
  readonly made = new Map<string, string>();
  private isStopping = false;
  private readonly callers: Promise<void>[];

  constructor(
    private readonly app: Pick<TestApp, 'api'>,
    callers: number,
  ) {
    this.callers = Array.from({ length: callers }, (_, caller) => this.call(caller));
  }

  /** Waits until all that was begun is made; may be called again. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.callers);
  }

  private async call(caller: number): Promise<void> {
    for (let n = 0; !this.isStopping; n += 1) {
      const key = `outage-${caller}-${n}`;
      while (!(await this.send(key))) await sleep(100);
      await sleep(50);
    }
  }

  private async send(key: string): Promise<boolean> {
    const beganAt = monotonicMs();
    const answer = await this.app.api(
      'POST',
      '/invoices',
      invoice({ external_id: key }),
      // In the body it would be refused once the first request's invoice is there, of which its caller heard nothing.
      { headers: { 'idempotency-key': key } },
    );
    const ms = monotonicMs() - beganAt;
    const retryAfter = answer.headers.get('retry-after');
    this.requests.push({ key, status: answer.status, code: codeOf(answer), retryAfter, beganAt, ms });
    const isMade = answer.status < 300;
    if (isMade) this.made.set(key, (answer.body as { readonly id: string }).id);
    return isMade;
  }
}
