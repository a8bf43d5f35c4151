import { setTimeout as sleep } from 'node:timers/promises';
import { isInvoice, invoiceBody } from '../crash/load.js';
import type { Answer, PatientClient } from '../crash/client.js';
import { seededRandom, type Random } from '../crash/seed.js';
import { retention } from '../support/bodies.js';
import type { Accepted, Kind } from './books.js';

/**
 * Callers as SDKs are: each request with a key of its own, the same bytes again where no answer comes. What is refused with 503
 * before anything is issued is asked for again later, or never.
 */

const PATIENCE_MS = 120_000;
const PATHS = { invoice: '/invoices', retention: '/retentions' } as const;
const UNAVAILABLE = /^(invoice|retention)_(stamping|cancellation)_service_unavailable$/;

export class Load {
  readonly accepted: Accepted[] = [];
  /** Keys of what was refused with 503 at its first and only try. */
  readonly refused: string[] = [];
  /** Ids of documents whose cancellation was answered as done. */
  readonly canceled: string[] = [];
  /** How often 503 was answered. */
  unavailable = 0;
  private stopped = false;
  private readonly workers: readonly Promise<void>[];

  constructor(
    private readonly client: PatientClient,
    seed: number,
    callers: number,
  ) {
    this.workers = Array.from({ length: callers }, (_, n) => this.work(n, seededRandom(seed + n * 7919)));
    // Awaited when the load is stopped.
    for (const worker of this.workers) worker.catch(() => (this.stopped = true));
  }

  /** Whether a caller met what no caller should, which `stop` reports. */
  get failed(): boolean {
    return this.stopped;
  }

  /** Lets every caller finish what it is at. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.workers);
  }

  private async work(worker: number, random: Random): Promise<void> {
    const mine: Accepted[] = [];
    for (let n = 0; !this.stopped; n += 1) {
      await sleep(random.between(50, 400));
      const target = random.next() < 0.12 ? mine.pop() : undefined;
      if (target !== undefined) {
        await this.cancel(target);
        continue;
      }
      const made = await this.create(`${worker}-${n}`, random);
      if (made === undefined) continue;
      this.accepted.push(made);
      if (made.status === 200) mine.push(made);
    }
  }

  /** Asks for an invoice at once, without waiting, or as a draft that is then stamped; or for a retention. */
  private async create(key: string, random: Random): Promise<Accepted | undefined> {
    const way = random.pick(['invoice', 'invoice', 'invoice', 'async', 'draft', 'retention'] as const);
    const kind = way === 'retention' ? 'retention' : 'invoice';
    const body =
      kind === 'retention'
        ? retention({ external_id: key, idempotency_key: `key-${key}` })
        : { ...invoiceBody(key, random), ...(way === 'draft' && { status: 'draft' }) };
    const path = PATHS[kind] + (way === 'async' ? '?async=true' : '');
    const givesUp = random.next() < 0.3;
    for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(500)) {
      const answer = await this.client.send(`POST ${path}`, body);
      if (isInvoice(answer)) {
        if (way === 'draft' && answer.body.status === 'draft') await this.stamp(answer.body.id);
        return acceptedAs(kind, key, answer);
      }
      if (answer.status === 409 && answer.body.code === 'idempotency_key_in_use') {
        const earlier = await this.client.send(`GET ${PATHS[kind]}/${answer.body.resource_id}`);
        if (!isInvoice(earlier)) {
          if (earlier.status !== 404 || Date.now() > deadline) throw unexpected(earlier);
          continue;
        }
        if (earlier.body.status === 'draft') await this.stamp(earlier.body.id);
        return acceptedAs(kind, key, earlier);
      }
      if (answer.status !== 503 || !UNAVAILABLE.test(answer.body.code)) throw unexpected(answer);
      this.unavailable += 1;
      const tries = this.client.journal.filter(({ external_id }) => external_id === key);
      if (tries.length === 1 && tries[0]?.tries === 1 && givesUp) {
        this.refused.push(key);
        return undefined;
      }
      if (Date.now() > deadline) throw unexpected(answer);
    }
  }

  /** Stamps a draft, however often it takes. */
  private async stamp(id: string): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(300)) {
      const answer = await this.client.send(`POST /invoices/${id}/stamp`);
      if (isInvoice(answer)) return;
      const now = await this.client.send(`GET /invoices/${id}`);
      if (isInvoice(now) && now.body.status !== 'draft') return;
      const isEarlier = answer.status === 409;
      const isAway = answer.status === 503 && UNAVAILABLE.test(answer.body.code);
      if (isAway) this.unavailable += 1;
      if ((!isEarlier && !isAway) || Date.now() > deadline) throw unexpected(answer);
    }
  }

  /**
   * Once: whether it is canceled is then told by both sides' books. One that was found by its key may still wait for its stamp.
   */
  private async cancel({ kind, id }: Accepted): Promise<void> {
    const answer = await this.client.send(`DELETE ${PATHS[kind]}/${id}?motive=02`);
    if (isInvoice(answer) && answer.body.status === 'canceled') this.canceled.push(id);
    const isAway = answer.status === 503 && UNAVAILABLE.test(answer.body.code);
    const isEarlier =
      (answer.status === 409 || answer.status === 400) &&
      /cancel|^retention_not_stamped$/.test(answer.body.code);
    if (!isInvoice(answer) && !isAway && !isEarlier) throw unexpected(answer);
  }
}

const acceptedAs = (kind: Kind, key: string, { status, body }: Answer): Accepted => ({
  ...{ kind, key, id: body.id, status, uuid: body.uuid ?? null },
  folio: folioOf(body),
});

/** Series and number of an invoice; null of a draft, and of retentions, whose folio is their issuer's own. */
export const folioOf = (body: { series?: string | null; folio_number?: number | null }): string | null =>
  typeof body.folio_number === 'number' ? `${body.series ?? ''} ${body.folio_number}` : null;

const unexpected = ({ status, body }: Answer): Error =>
  new Error(`unexpected answer ${status}: ${JSON.stringify(body)}`);
