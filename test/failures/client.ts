import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../crash/client.js';
import { requestOf } from '../support/request.js';
import type { Refusal } from './fiscal.js';

/** How the requests of a client fared. */
export interface Journal {
  /** Tries by result: an HTTP status, or `no answer`. */
  readonly tries: Map<string, number>;
  /** 503 without Retry-After: the client does not learn when to retry. */
  rude: number;
  /** Answers that say that the service has a fault of its own (500), with their request. */
  readonly faults: string[];
  /** Every answer that refused something. */
  readonly refusals: Refusal[];
}

export interface ClientOptions {
  /** The gateways that are up, each ending with /v2. */
  readonly gateways: () => readonly string[];
  readonly key: string;
  /** How long a try waits for its answer. */
  readonly answerMs?: number;
  /** How long a request is tried before the test fails. */
  readonly patienceMs?: number;
}

/** An answer, with what its headers say. */
export interface Attempted extends Answer {
  readonly retryAfterMs: number | undefined;
  /** Ties together all that the request has set in motion. */
  readonly logId: string;
}

const PAUSE_MS = 50;

/**
 * A good integrator's HTTP: what got no answer, or one that says "later" (503 with Retry-After, 429) or "we failed"
 * (5xx), is sent again, the same bytes, to any gateway. Whoever sends must use an idempotency key where it matters.
 */
export class RetryingClient {
  readonly journal: Journal = { tries: new Map(), rude: 0, faults: [], refusals: [] };
  private turn = 0;

  constructor(private readonly options: ClientOptions) {}

  /** Sends `METHOD /path` below /v2 with a JSON body until there is an answer that is one; with how many tries. */
  async send(request: string, body?: unknown): Promise<Answer & { readonly tries: number }> {
    const { patienceMs = 180_000 } = this.options;
    const deadline = Date.now() + patienceMs;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.attempt(request, body);
      this.count(answer === undefined ? 'no answer' : String(answer.status));
      if (answer && answer.status < 500 && answer.status !== 429) return { ...answer, tries };
      if (answer?.status === 500 && this.journal.faults.length < 5)
        this.journal.faults.push(`${request}: ${JSON.stringify(answer.body)}`);
      if (Date.now() > deadline)
        throw new Error(`${request} was tried ${tries} times: ${JSON.stringify(answer?.body)}`);
      await sleep(Math.min(answer?.retryAfterMs ?? PAUSE_MS, 2_000));
    }
  }

  /** One try; undefined where the connection broke or was refused: what was sent may or may not have been done. */
  async attempt(request: string, body?: unknown): Promise<Attempted | undefined> {
    const { gateways, key, answerMs = 60_000 } = this.options;
    const up = gateways();
    const base = up[(this.turn += 1) % up.length];
    if (base === undefined) return undefined;
    const [method = 'GET', path = ''] = request.split(' ');
    try {
      const signal = AbortSignal.timeout(answerMs);
      const response = await fetch(base + path, requestOf(method, { key, body, signal }));
      const { status, headers } = response;
      const text = await response.text();
      const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
      const retryAfter = headers.get('retry-after');
      if (status === 503 && retryAfter === null) this.journal.rude += 1;
      const given: unknown = isJson ? JSON.parse(text) : text;
      const logId = headers.get('x-service-log-id') ?? '';
      if (status >= 400 && status < 500) {
        const { code } = given as { readonly code?: string };
        this.journal.refusals.push({ logId, request, answer: `${status} ${code ?? ''}` });
      }
      return {
        ...{ status, body: given, logId },
        retryAfterMs: retryAfter === null ? undefined : Number(retryAfter) * 1_000,
      };
    } catch {
      // fetch reports broken connections and timeouts with errors of Jest's outer realm, so their class can't be
      // checked.
      return undefined;
    }
  }

  private count(what: string): void {
    this.journal.tries.set(what, (this.journal.tries.get(what) ?? 0) + 1);
  }
}
