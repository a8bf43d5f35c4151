import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { field, monotonicMs, ok, refuse, type Refused, type Result } from '#kernel';
import {
  MAX_GLOBAL_RECEIPTS,
  type AskGlobalInvoice,
  type AskReceiptInvoice,
  type Command,
  type NamedReceipts,
} from '#contracts';
import { Contended } from '#eventing';
import { CONFIG, type Config } from '#hosting';
import { Holds } from '../receipt/holds.js';
import { ReceiptRows, type ReceiptHead } from '../receipt/store.js';
import { linesOf } from './build.js';
import { ClaimRows } from './statements.js';
import { judgeNamed, notOpen, toNames, type Name } from './names.js';

/** How often receipts that others hold at this moment are looked at, while they are waited for. */
const PAUSE_MS = 40;
/** The longest that they are waited for, whatever the grace is: somebody waits for the answer. */
const MOST_MS = 2_000;
/** The most lines that the receipts of a global invoice have together: to add them up takes some seconds. */
export const MAX_GLOBAL_LINES = 250_000;
/** The most rounds of those that hold receipts which are settled before the command fails, and comes again. */
const ROUNDS = 100;

type Selected = Result<readonly ReceiptHead[]>;

/** Who asks for receipts: for which invoice, and whether others that hold them are waited for. */
export interface Asking {
  readonly invoice: string;
  readonly wait: boolean;
}

/**
 * Finds the receipts that an invoice is to have, as they are: open, and held by nobody else. Whoever holds one is settled
 * first, so that what a dead process has left keeps no sale from its invoice. The order is that of the request, or of dates.
 */
@Injectable()
export class ReceiptSelection {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'claimGraceMs'>,
    private readonly rows: ReceiptRows,
    private readonly claimRows: ClaimRows,
    private readonly holds: Holds,
  ) {}

  private get waitMs(): number {
    return Math.min(this.config.claimGraceMs, MOST_MS);
  }

  /** @throws {Contended} where others hold them again and again */
  select(command: Command, ask: AskReceiptInvoice, asking: Asking): Promise<Selected> {
    if (ask.kind === 'customer') return this.named(command, ask, ask.receipts, asking);
    if (ask.receipts) return this.named(command, ask, { by: 'id', ids: ask.receipts }, asking);
    return this.ofPeriod(command, ask, asking);
  }

  private async named(
    command: Command,
    ask: AskReceiptInvoice,
    named: NamedReceipts,
    { invoice, wait }: Asking,
  ): Promise<Selected> {
    const names = toNames(ask, named);
    const until = monotonicMs() + this.waitMs;
    for (;;) {
      const found = await this.read(command, named, names);
      const judged = judgeNamed(ask, names, found);
      if (!judged.ok) return judged;
      const held = judged.value.filter((row) => isForeign(row, invoice));
      if (held.length === 0)
        return ask.kind === 'global' && linesOf(judged.value) > MAX_GLOBAL_LINES
          ? tooManyLines('receipts')
          : judged;
      const waiting = await this.settle(command, held);
      if (waiting.length > 0 && !wait) return notOpen(names, waiting);
      if (monotonicMs() > until) return notOpen(names, waiting.length > 0 ? waiting : held);
      if (waiting.length > 0) await sleep(PAUSE_MS);
    }
  }

  private read({ tenant }: Command, named: NamedReceipts, names: readonly Name[]): Promise<ReceiptHead[]> {
    const texts = names.map(({ name }) => name);
    return named.by === 'id' ? this.rows.heads(tenant, texts) : this.rows.headsByKeys(tenant, texts);
  }

  private async ofPeriod(command: Command, ask: AskGlobalInvoice, asking: Asking): Promise<Selected> {
    const { tenant } = command;
    await this.settlePeriod(command, ask, asking);
    const found = await this.claimRows.freeOf(tenant, asking.invoice, ask);
    if (found.length === 0) return refuse('receipt_not_found');
    const limited = withinLines(found.slice(0, MAX_GLOBAL_RECEIPTS));
    if (limited.length === found.length || ask.limit_to_max_receipts) return ok(limited);
    return limited.length < MAX_GLOBAL_RECEIPTS
      ? tooManyLines('to')
      : refuse('global_invoice_too_many_items');
  }

  /** A sale whose holder has died must not be left out; one that is being invoiced is. */
  private async settlePeriod(
    command: Command,
    ask: AskGlobalInvoice,
    { invoice, wait }: Asking,
  ): Promise<void> {
    const until = monotonicMs() + this.waitMs;
    for (let round = 0; round < ROUNDS; round += 1) {
      const held = await this.claimRows.heldOf(command.tenant, invoice, ask);
      const settled = await Promise.all(held.map((row) => this.holds.settle(command, row)));
      const isBusy = settled.includes('busy');
      if (!isBusy || !wait || monotonicMs() > until) return;
      await sleep(PAUSE_MS);
    }
    throw new Contended('receipts of a period');
  }

  /** Settles who holds some receipts; those that stay held. */
  private async settle(command: Command, held: readonly ReceiptHead[]): Promise<ReceiptHead[]> {
    const waiting: ReceiptHead[] = [];
    const settled = new Set<string>();
    for (const row of held) {
      const holder = row.holder ?? row.id;
      // What an invoice holds goes, or stays, for all its receipts at once.
      if (settled.has(holder)) continue;
      const found = await this.holds.settle(command, row);
      if (found === 'held' || found === 'busy') waiting.push(row);
      else settled.add(holder);
    }
    return waiting;
  }
}

/** The first of them, as many as an invoice can add up. */
function withinLines(found: readonly ReceiptHead[]): readonly ReceiptHead[] {
  let lines = 0;
  const end = found.findIndex(({ item_count }) => (lines += item_count) > MAX_GLOBAL_LINES);
  return end < 0 ? found : found.slice(0, end);
}

const tooManyLines = (path: string): Refused =>
  refuse('global_invoice_too_many_items', {
    details: [field(path, 'too_large', { message: TOO_MANY_LINES, params: { max: MAX_GLOBAL_LINES } })],
  });

const TOO_MANY_LINES = {
  es: 'Los recibos suman más de {max} conceptos, los que una factura global puede reunir: envíe "limit_to_max_receipts", o menos recibos.',
  en: 'The receipts add up to more than {max} items, as many as a global invoice can bring together: send "limit_to_max_receipts", or fewer receipts.',
};

const isForeign = ({ holder, revision }: ReceiptHead, invoice: string): boolean =>
  revision < 0 || (holder !== null && holder !== invoice);
