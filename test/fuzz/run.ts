import { availableParallelism, loadavg } from 'node:os';
import type { Json, TestApp } from '../support/app.js';
import { problemsOf } from './checks.js';
import { readDocument, type ApiDocument, type Operation } from './document.js';
import { seeded } from './random.js';
import { requestTo } from './requests.js';
import { supply, type Supplied } from './files.js';
import { asCurl, newSender, type FuzzAnswer, type FuzzRequest, type Sender } from './sender.js';
import { newWorld, settleOthers } from './world.js';

/** The most milliseconds that an answer may take on an idle machine. */
const SLOW_MS = 1000;
/** The same at this moment: where three processes want each core, everybody takes three times as long. */
const slowMs = (): number => SLOW_MS * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
/** A request that was slow is sent again this often: what is slow by itself is so each time. */
const TRIES = 3;
const LANES = 4;
const SLOWEST = 20;

/** Something that should not be, with the first request that showed it. */
export interface Finding {
  readonly operation: string;
  readonly problem: string;
  times: number;
  readonly request: string;
  readonly answer: string;
}

export interface Summary {
  readonly requests: number;
  readonly operations: number;
  /** Operations that were never answered with success. */
  readonly unopened: readonly string[];
  readonly byStatus: Readonly<Record<string, number>>;
  readonly slowest: readonly string[];
  readonly findings: readonly Finding[];
}

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  /** Only operations whose id it fits, such as /exports/. */
  readonly only?: RegExp;
  readonly onProgress?: (done: number) => void;
}

/** Sends requests made from the service's own document, and checks every answer. */
export async function fuzz(app: TestApp, options: FuzzOptions): Promise<Summary> {
  const document = readDocument(await app.get('/openapi.json', { key: null }));
  const others = await settleOthers(app);
  const run = new Run(app, document, others, await supply(app), options);
  const sender = newSender(new URL(app.baseUrl).origin);
  try {
    await Promise.all(Array.from({ length: LANES }, (_, lane) => run.lane(lane, sender)));
  } finally {
    sender.close();
  }
  return run.summary();
}

class Run {
  private done = 0;
  private readonly findings = new Map<string, Finding>();
  private readonly byStatus: Record<string, number> = {};
  private readonly opened = new Set<string>();
  private readonly slowest: { took: number; text: string }[] = [];

  constructor(
    private readonly app: TestApp,
    private readonly document: ApiDocument,
    private readonly others: Record<string, string[]>,
    private readonly supplied: Supplied,
    private readonly options: FuzzOptions,
  ) {}

  /** Requests one after another, by a tenant and with chances of the lane's own: lanes do not sway each other. */
  async lane(lane: number, sender: Sender): Promise<void> {
    const { seed, requests, only = /^/ } = this.options;
    const random = seeded(seed * 1_000 + lane);
    const world = await newWorld(this.app, this.others, this.supplied);
    const operations = this.document.operations.filter(({ id }) => only.test(id));
    const weighted = operations.flatMap((operation) =>
      Array.from({ length: weightOf(operation) }, () => operation),
    );
    const share = Math.floor(requests / LANES) + (lane < requests % LANES ? 1 : 0);
    for (let sent = 0; sent < share; sent += 1) {
      // Every operation once, then as chance will have it.
      const operation = operations[sent * LANES + lane] ?? random.pick(weighted);
      const request = requestTo(random, this.document, world, operation);
      // Now and then twice at the same moment.
      const again = random.chance(0.04) ? this.try(operation, request, sender) : undefined;
      const answer = await this.try(operation, request, sender);
      await again;
      if (answer) world.learn(operation, answer, bodyOf(answer));
      this.done += 1;
      this.options.onProgress?.(this.done);
    }
  }

  private async try(
    operation: Operation,
    request: FuzzRequest,
    sender: Sender,
  ): Promise<FuzzAnswer | undefined> {
    const bugs = this.app.bugs().length;
    let answer: FuzzAnswer;
    try {
      answer = await sender.send(request);
    } catch (error) {
      this.found(operation, `no answer: ${(error as Error).message}`, request, '');
      return undefined;
    }
    const { status, bytes } = answer;
    this.byStatus[status] = (this.byStatus[status] ?? 0) + 1;
    if (status < 300 && request.method === operation.method) this.opened.add(operation.id);
    // UUIDs may belong to anyone: any caller may relate documents to them.
    const others = Object.entries(this.others).flatMap(([name, ids]) => (name === 'uuids' ? [] : ids));
    const shown = `${status} ${bytes
      .toString()
      .slice(0, 1500)
      .replace(/[^\x20-\x7e\u00a0-\uffff]+/g, ' ')}`;
    for (const problem of problemsOf(this.document, operation, request, answer, others))
      this.found(operation, problem, request, shown);
    if (this.app.bugs().length > bugs) this.found(operation, 'a bug in the log', request, shown);
    await this.time(operation, request, answer, sender);
    return answer;
  }

  private async time(
    operation: Operation,
    request: FuzzRequest,
    { took, status }: FuzzAnswer,
    sender: Sender,
  ): Promise<void> {
    let best = took;
    for (let tries = 1; tries < TRIES && best > slowMs(); tries += 1)
      best = Math.min(best, (await sender.send(request)).took);
    if (best > slowMs()) this.found(operation, 'slow', request, `${Math.round(best)} ms`);
    const least = this.slowest.at(-1)?.took ?? 0;
    if (this.slowest.length >= SLOWEST && took <= least) return;
    const curl = took > SLOW_MS ? `\n    ${asCurl(request)}` : '';
    const times = `${Math.round(took)} ms (best ${Math.round(best)})`;
    const text = `${times} ${status} ${operation.id} ${request.kind}, request ${this.done + 1}${curl}`;
    this.slowest.push({ took, text });
    this.slowest.sort((one, other) => other.took - one.took).splice(SLOWEST);
  }

  private found(operation: Operation, problem: string, request: FuzzRequest, answer: string): void {
    const key = `${operation.id} ${problem.replace(/\d+/g, '#')}`;
    const known = this.findings.get(key);
    if (known) known.times += 1;
    else
      this.findings.set(key, {
        ...{ operation: operation.id, problem, times: 1 },
        ...{ request: asCurl(request), answer },
      });
  }

  summary(): Summary {
    const { operations } = this.document;
    return {
      requests: this.done,
      operations: operations.length,
      unopened: operations.map(({ id }) => id).filter((id) => !this.opened.has(id)),
      byStatus: this.byStatus,
      slowest: this.slowest.map(({ text }) => text),
      findings: [...this.findings.values()],
    };
  }
}

/** More of what has the most ways to go wrong. */
const weightOf = ({ method, template, body }: Operation): number =>
  method === 'POST' && template === '/v2/invoices' ? 6 : body && !template.includes('/organizations') ? 3 : 2;

function bodyOf({ bytes, headers }: FuzzAnswer): Json {
  if (!headers['content-type']?.startsWith('application/json')) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
