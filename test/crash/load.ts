import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, InvoiceDoc, PatientClient } from './client.js';
import { seededRandom, type Random } from './seed.js';

/** An invoice that somebody asked for, and what was promised about it: the first answer that had it. */
export interface Wish {
  readonly external_id: string;
  readonly id: string;
  readonly promised: InvoiceDoc;
  canceled: boolean;
}

/** How long a client keeps asking for a resource that the answers promised. */
const PATIENCE_MS = 60_000;
export const MOTIVES = ['02', '03', '04'] as const;
export const SERIES = ['A', 'B', null] as const;
/** Public test taxpayers of the tax authority, as receivers. */
export const CUSTOMERS = [
  { legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', tax_id: 'URE180429TM6', tax_system: '601', zip: '86991' },
  { legal_name: 'INNOVACION VALOR Y DESARROLLO', tax_id: 'IVD920810GU2', tax_system: '601', zip: '63901' },
] as const;

/** 32 parallel clients that make, stamp and cancel invoices until they are stopped. */
export class Load {
  readonly wishes: Wish[] = [];
  private stopped = false;
  private failed = false;
  private readonly workers: readonly Promise<void>[];

  constructor(
    private readonly client: PatientClient,
    seed: number,
    connections = 32,
  ) {
    this.workers = Array.from({ length: connections }, (_, worker) =>
      this.work(worker, seededRandom(seed + worker * 7919)),
    );
    // Awaited when the load is stopped; not before.
    for (const work of this.workers) work.catch(() => (this.failed = true));
  }

  /** Waits until this much was made, or until a client has given up, which `stop` reports. */
  async until(isEnough: (wishes: readonly Wish[]) => boolean): Promise<void> {
    while (!this.failed && !isEnough(this.wishes)) await sleep(20);
  }

  /** Lets every client finish what it is at. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.workers);
  }

  private async work(worker: number, random: Random): Promise<void> {
    const mine: Wish[] = [];
    for (let n = 0; !this.stopped; n += 1) {
      const valid = mine.filter(({ canceled, promised }) => !canceled && promised.status === 'valid');
      if (random.next() < 0.3 && valid.length > 0) await this.cancel(random.pick(valid), random);
      else {
        const wish = await this.wish(`${worker}-${n}`, random);
        mine.push(wish);
        this.wishes.push(wish);
      }
    }
  }

  /** Asks for an invoice: at once, as a draft that is then stamped, or without waiting for the stamp. */
  private async wish(external_id: string, random: Random): Promise<Wish> {
    const way = random.pick(['at once', 'at once', 'draft', 'async'] as const);
    const body = invoiceBody(external_id, random);
    const made = await this.make(way === 'async' ? '/invoices?async=true' : '/invoices', {
      ...body,
      ...(way === 'draft' && { status: 'draft' }),
    });
    const promised = way === 'draft' ? await this.stamp(made.id) : made;
    return { external_id, id: promised.id, promised, canceled: false };
  }

  private async make(path: string, body: InvoiceBody): Promise<InvoiceDoc> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await this.client.send(`POST ${path}`, body);
      if (isInvoice(answer)) return answer.body as InvoiceDoc;
      if (answer.status !== 409 || answer.body.code !== 'idempotency_key_in_use') throw unexpected(answer);
      // An earlier try, whose answer was lost, made it, or was about to.
      const earlier = await this.client.send(`GET /invoices/${String(answer.body.resource_id)}`);
      if (isInvoice(earlier)) return earlier.body as InvoiceDoc;
      if (earlier.status !== 404 || Date.now() > deadline) throw unexpected(earlier);
      await sleep(50);
    }
  }

  private async stamp(id: string): Promise<InvoiceDoc> {
    const answer = await this.client.send(`POST /invoices/${id}/stamp`);
    if (isInvoice(answer)) return answer.body as InvoiceDoc;
    if (answer.status !== 409) throw unexpected(answer);
    // An earlier try, whose answer was lost, has done it, or is at it; the invoice shows it in a moment.
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(50)) {
      const now = await this.client.send(`GET /invoices/${id}`);
      if (isInvoice(now) && now.body.status !== 'draft') return now.body as InvoiceDoc;
    }
    throw unexpected(answer);
  }

  private async cancel(wish: Wish, random: Random): Promise<void> {
    const answer = await this.client.send(`DELETE /invoices/${wish.id}?motive=${random.pick(MOTIVES)}`);
    wish.canceled = true;
    const already = answer.status === 409 || answer.status === 400;
    if (isInvoice(answer) || (already && /cancel/.test(String(answer.body.code)))) return;
    throw unexpected(answer);
  }
}

export const isInvoice = ({ status }: Answer): boolean => status === 200 || status === 201 || status === 202;

const unexpected = ({ status, body }: Answer): Error =>
  new Error(`unexpected answer ${status}: ${JSON.stringify(body)}`);

type InvoiceBody = ReturnType<typeof invoiceBody> & { readonly status?: string };

export function invoiceBody(external_id: string, random: Random) {
  const { zip, ...customer } = random.pick(CUSTOMERS);
  const items = Array.from({ length: random.between(1, 4) }, (_, n) => ({
    quantity: random.between(1, 9),
    product: {
      description: `Artículo ${n + 1} de ${external_id}`,
      product_key: '60131324',
      price: random.between(100, 999_999) / 100,
      // Some answers of the provider get lost after it has stamped.
      ...(random.next() < 0.01 && { sku: 'SANDBOX-TIMEOUT-AFTER' }),
    },
  }));
  return {
    customer: { ...customer, address: { zip } },
    items,
    payment_form: '03',
    series: random.pick(SERIES),
    external_id,
    idempotency_key: `key-${external_id}`,
  };
}
