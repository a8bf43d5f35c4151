import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom, type Random } from '../crash/seed.js';
import type { Attempted } from '../failures/client.js';
import { inParts, innovacion, invoice, payment, triggered } from '../support/bodies.js';
import { History, isDone, type Operation } from './history.js';

/** What the clients know of, and share: so that they meet at the same drafts, invoices and balances. */
interface Known {
  readonly drafts: string[];
  /** Drafts that the provider refuses, as long as nobody mends them. */
  readonly refusable: string[];
  /** Stamped; what is paid in parts, with what it costs. */
  readonly owed: string[];
  readonly stamped: string[];
}

const PRICE = 1160;
/** The series of refusable drafts, and of nothing else: a folio that is given back late meets another one there. */
const REFUSABLE = 'R';
/** Of most pairs of these, one leaves no room for the other. */
const PARTS = [290, 580, 700, 1160, 1160] as const;
const MOTIVES = ['02', '03'] as const;
/** How many of the last ones the clients meet at. */
const RECENT = 12;
/** The same of invoices that are paid: few, so that payments want the same balance. */
const OWED = 4;
/** A client rests so long between two requests. */
const REST_MS = 40;

/**
 * Clients that make, edit, stamp, pay, cancel and read what others make, edit, stamp, pay and cancel at the same time,
 * each request once. What each of them chooses follows from the seed and from what it was answered.
 */
export class Crowd {
  private readonly known: Known = { drafts: [], refusable: [], owed: [], stamped: [] };
  private readonly workers: readonly Promise<void>[];
  private count = 0;
  private stopped = false;

  constructor(
    private readonly history: History,
    private readonly options: { readonly clients: number; readonly seed: number },
  ) {
    const { clients, seed } = options;
    this.workers = Array.from({ length: clients }, (_, client) =>
      this.work(client, seededRandom(seed + client * 7919)),
    );
    for (const work of this.workers) work.catch(() => undefined);
  }

  /** Lets every client finish what it is at. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.workers);
  }

  private async work(client: number, random: Random): Promise<void> {
    while (!this.stopped) {
      await this.act(client, random);
      await sleep(REST_MS);
    }
  }

  private async act(client: number, random: Random): Promise<void> {
    const chance = random.next();
    const { drafts, refusable, owed, stamped } = this.known;
    if (chance < 0.12) return this.create(client, 'create', invoice({ series: random.pick(['A', 'B']) }));
    if (chance < 0.18) return this.create(client, 'create', inParts());
    if (chance < 0.21) return this.create(client, 'create', triggered('SANDBOX-REFUSED'));
    if (chance < 0.25)
      return this.create(
        client,
        'draft',
        triggered('SANDBOX-REFUSED', { status: 'draft', series: REFUSABLE }),
      );
    if (chance < 0.33) return this.create(client, 'draft', invoice({ status: 'draft' }));
    if (chance < 0.43) return this.edit(client, recent(drafts, random));
    if (chance < 0.53) return this.stamp(client, recent(drafts, random));
    if (chance < 0.6) return this.stampOrMend(client, recent(refusable, random), random);
    if (chance < 0.76) return this.pay(client, recent(owed, random, OWED), random);
    if (chance < 0.84) return this.cancel(client, recent(stamped, random), random);
    if (chance < 0.87) return this.customer(client);
    return this.read(client, recent([...drafts, ...stamped], random));
  }

  private mark(client: number): string {
    this.count += 1;
    return `${this.options.seed}-${client}-${this.count}`;
  }

  private async create(client: number, kind: 'create' | 'draft' | 'pay', body: object): Promise<void> {
    const mark = this.mark(client);
    const named = { ...body, external_id: mark, idempotency_key: `key-${mark}` };
    const made = await this.history.record({ client, kind, request: 'POST /invoices', mark }, named);
    this.note(made);
  }

  /** Its marks are series of their own: each is in one event alone. */
  private async edit(client: number, id: string | undefined): Promise<void> {
    if (id === undefined) return;
    const mark = `E${this.mark(client).replaceAll('-', 'X')}`.slice(0, 25);
    await this.history.record(
      { client, kind: 'edit', request: `PUT /invoices/${id}`, id, mark },
      { series: mark },
    );
  }

  private async stamp(client: number, id: string | undefined): Promise<void> {
    if (id === undefined) return;
    this.note(
      await this.history.record({ client, kind: 'stamp', request: `POST /invoices/${id}/stamp`, id }),
    );
  }

  /** What is refused is mended and stamped at once, as people do, or later, or by others. */
  private async stampOrMend(client: number, id: string | undefined, random: Random): Promise<void> {
    if (random.next() < 0.7) await this.stamp(client, id);
    if (id === undefined || random.next() < 0.3) return;
    const { items } = invoice();
    await this.history.record({ client, kind: 'mend', request: `PUT /invoices/${id}`, id }, { items });
    await this.stamp(client, id);
  }

  /** At once, or as a draft that somebody stamps later. */
  private async pay(client: number, owed: string | undefined, random: Random): Promise<void> {
    if (owed === undefined) return;
    const data = [{ payment_form: '03', related_documents: [{ invoice: owed, amount: random.pick(PARTS) }] }];
    const draft = random.next() < 0.5 && { status: 'draft' };
    await this.create(client, 'pay', payment(data, { ...draft }));
  }

  private async cancel(client: number, id: string | undefined, random: Random): Promise<void> {
    if (id === undefined) return;
    const request = `DELETE /invoices/${id}?motive=${random.pick(MOTIVES)}`;
    await this.history.record({ client, kind: 'cancel', request, id });
  }

  private async customer(client: number): Promise<void> {
    const { address, ...fields } = innovacion;
    const body = { ...fields, address, email: `c${this.mark(client)}@example.com` };
    await this.history.record({ client, kind: 'customer', request: 'POST /customers' }, body);
  }

  private async read(client: number, id: string | undefined): Promise<void> {
    if (id === undefined) return;
    await this.history.record({ client, kind: 'read', request: `GET /invoices/${id}`, id });
  }

  /** What an answer shows is there for all. */
  private note(operation: Operation): void {
    if (!isDone(operation)) return;
    const { id, status, total, series } = (operation.answer as Attempted).body as {
      readonly id: string;
      readonly status: string;
      readonly total: number;
      readonly series: string | null;
    };
    const { drafts, refusable, owed, stamped } = this.known;
    if (status === 'draft') (series === REFUSABLE ? refusable : drafts).push(id);
    else if (operation.kind === 'create' && total === PRICE) owed.push(id);
    else if (status === 'valid') stamped.push(id);
  }
}

const recent = (all: readonly string[], random: Random, last = RECENT): string | undefined =>
  all.length === 0 ? undefined : random.pick(all.slice(-last));
