import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, InvoiceDoc } from '../crash/client.js';
import { CUSTOMERS, isInvoice, MOTIVES, SERIES } from '../crash/load.js';
import { seededRandom, type Random } from '../crash/seed.js';
import { RetryingClient, type ClientOptions } from './client.js';

/** What somebody was promised: an invoice that a 2xx answer showed, or an idempotency key's 409 led to. */
export interface Promised {
  readonly external_id: string;
  readonly id: string;
  /** The first answer that had it. */
  readonly shown: InvoiceDoc;
  /** What was asked for, in cents: quantity by price, taxes included. */
  readonly askedCents: number;
  /** A 2xx answer to its cancellation came, or one that says that it is canceled already. */
  canceled: boolean;
  /** Mails of it that a 2xx answer promised, and how often one was asked for: a try without an answer may have been one. */
  mails: { promised: number; asked: number };
}

export interface LoadOptions extends ClientOptions {
  readonly seed: number;
  readonly clients?: number;
  /** Of 1: how often something else is done with an earlier invoice. */
  readonly cancels?: number;
  readonly mails?: number;
  /** Triggers of the sandbox (docs/sandbox.md) that an item's sku may be, and how often of 1. */
  readonly triggers?: readonly string[];
  readonly triggered?: number;
  /** How long a client rests between two requests. */
  readonly restMs?: number;
}

const PATIENCE_MS = 120_000;

/**
 * Clients that make, stamp, cancel and mail invoices, as good integrators do: one idempotency key for each invoice,
 * the same request again whenever an answer is uncertain. Repeatable by its seed. Keeps what was promised.
 */
export class Load {
  readonly promised: Promised[] = [];
  /** Answers that refused what should be taken. */
  readonly refused: { readonly request: string; readonly answer: Answer }[] = [];
  readonly client: RetryingClient;
  private stopped = false;
  private readonly workers: readonly Promise<void>[];

  constructor(private readonly options: LoadOptions) {
    this.client = new RetryingClient(options);
    const { clients = 8, seed } = options;
    this.workers = Array.from({ length: clients }, (_, worker) =>
      this.work(`${seed}-${worker}`, seededRandom(seed + worker * 7919)),
    );
    // Awaited when the load is stopped; not before.
    for (const work of this.workers) work.catch(() => undefined);
  }

  /** Waits until this many more invoices are promised. */
  async more(count: number, withinMs = 120_000): Promise<void> {
    const goal = this.promised.length + count;
    for (const deadline = Date.now() + withinMs; this.promised.length < goal; await sleep(10)) {
      if (this.refused.length > 20) throw new Error(`refused: ${JSON.stringify(this.refused[0])}`);
      if (Date.now() > deadline)
        throw new Error(`only ${this.promised.length} of ${goal} invoices came: ${this.summary()}`);
    }
  }

  /** Lets every client finish what it is at. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.workers);
  }

  summary(): string {
    const { tries, faults } = this.client.journal;
    const counts = [...tries].map(([what, times]) => `${times} x ${what}`).join(', ');
    return `${this.promised.length} invoices; tries: ${counts}${faults[0] ? `; ${faults[0]}` : ''}`;
  }

  private async work(worker: string, random: Random): Promise<void> {
    const { cancels = 0.15, mails = 0.1, restMs = 0 } = this.options;
    const mine: Promised[] = [];
    for (let n = 0; !this.stopped; n += 1) {
      const open = mine.filter(({ canceled, shown }) => !canceled && shown.status === 'valid');
      const chance = random.next();
      if (chance < cancels && open.length > 0) await this.cancel(random.pick(open), random);
      else if (chance < cancels + mails && open.length > 0) await this.mail(random.pick(open));
      else {
        const made = await this.make(`${worker}-${n}`, random);
        if (made) mine.push(made);
      }
      if (restMs > 0) await sleep(restMs);
    }
  }

  /** At once, as a draft that is then stamped, or without waiting for the stamp. */
  private async make(external_id: string, random: Random): Promise<Promised | undefined> {
    const way = random.pick(['at once', 'at once', 'draft', 'async'] as const);
    const { cents: askedCents, ...body } = this.body(external_id, random);
    const path = way === 'async' ? '/invoices?async=true' : '/invoices';
    const made = await this.create(path, { ...body, ...(way === 'draft' && { status: 'draft' }) });
    const shown = made && way === 'draft' ? await this.stamp(made.id) : made;
    if (!shown) return undefined;
    const promise: Promised = {
      ...{ external_id, id: shown.id, shown, askedCents },
      ...{ canceled: false, mails: { promised: 0, asked: 0 } },
    };
    this.promised.push(promise);
    return promise;
  }

  private async create(path: string, body: object): Promise<InvoiceDoc | undefined> {
    const request = `POST ${path}`;
    for (const deadline = Date.now() + PATIENCE_MS; ;) {
      const answer = await this.client.send(request, body);
      if (isInvoice(answer)) return answer.body as InvoiceDoc;
      if (answer.status !== 409 || answer.body.code !== 'idempotency_key_in_use')
        return this.refuse(request, answer);
      // An earlier try, whose answer was lost, made it, or is about to, or died: then a later one may.
      const earlier = await this.client.send(`GET /invoices/${String(answer.body.resource_id)}`);
      if (isInvoice(earlier)) return earlier.body as InvoiceDoc;
      if (Date.now() > deadline) return this.refuse(request, answer);
      await sleep(250);
    }
  }

  private async stamp(id: string): Promise<InvoiceDoc | undefined> {
    const request = `POST /invoices/${id}/stamp`;
    const answer = await this.client.send(request);
    if (isInvoice(answer)) return answer.body as InvoiceDoc;
    if (answer.status !== 409) return this.refuse(request, answer);
    // An earlier try, whose answer was lost, has done it, or is at it; the invoice shows it in a moment.
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(250)) {
      const now = await this.client.send(`GET /invoices/${id}`);
      if (isInvoice(now) && (now.body as InvoiceDoc).status !== 'draft') return now.body as InvoiceDoc;
    }
    return this.refuse(request, answer);
  }

  private async cancel(promise: Promised, random: Random): Promise<void> {
    const request = `DELETE /invoices/${promise.id}?motive=${random.pick(MOTIVES)}`;
    const answer = await this.client.send(request);
    const already = answer.status === 409 || answer.status === 400;
    if (isInvoice(answer) || (already && /cancel/.test(String(answer.body.code)))) promise.canceled = true;
    else this.refuse(request, answer);
  }

  private async mail(promise: Promised): Promise<void> {
    const request = `POST /invoices/${promise.id}/email`;
    const answer = await this.client.send(request, { email: `${promise.id}@example.com` });
    promise.mails.asked += answer.tries;
    if (answer.status === 200) promise.mails.promised += 1;
    else this.refuse(request, answer);
  }

  private refuse(request: string, answer: Answer): undefined {
    this.refused.push({ request, answer });
    return undefined;
  }

  private body(external_id: string, random: Random) {
    const { triggers = [], triggered = 0 } = this.options;
    const { zip, ...customer } = random.pick(CUSTOMERS);
    let cents = 0;
    const items = Array.from({ length: random.between(1, 4) }, (_, n) => {
      const quantity = random.between(1, 9);
      const price = random.between(100, 999_999);
      cents += quantity * price;
      const sku = random.next() < triggered && { sku: random.pick(triggers) };
      return {
        quantity,
        product: {
          description: `Artículo ${n + 1} de ${external_id}`,
          product_key: '60131324',
          price: price / 100,
          ...sku,
        },
      };
    });
    return {
      cents,
      customer: { ...customer, address: { zip } },
      items,
      payment_form: '03',
      series: random.pick(SERIES),
      external_id,
      idempotency_key: `key-${external_id}`,
    };
  }
}
