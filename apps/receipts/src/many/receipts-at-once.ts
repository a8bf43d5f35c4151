import { Inject, Injectable } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deterministicUuid, inPool, monotonicMs, type Refusal } from '#kernel';
import { expiryOf, judgeReceipt } from '#billing';
import {
  CreateReceiptCommand,
  type Command,
  type InvoiceTotals,
  type NewReceipt,
  type NewReceiptOutcome,
  type ReceiptsContext,
} from '#contracts';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { CreateReceiptHandler } from '../receipt/create.js';
import { newReceiptKey } from '../receipt/keys.js';
import { isKnown, issued } from '../receipt/receipt.js';
import { Receipts } from '../receipt/receipts.js';
import { receiptRowOf } from '../receipt/row.js';
import { ManyRows } from './rows.js';

/** Appends at a time: others take part in the same commits. */
const APPENDS = 48;
/** Receipts that are made one by one at a time. */
const SINGLES = 8;
/** For so long the loop is held before others have a turn. */
const TURN_MS = 10;

export interface ManyReceipts extends ReceiptsContext {
  readonly receipts: readonly NewReceipt[];
  /** The rules judge by this instant, so that a repetition finds the same. */
  readonly judgedAt: string;
  /** The import that makes them. */
  readonly importId: string | null;
}

/** One that the rules take. */
interface Judged {
  readonly receipt: NewReceipt;
  readonly totals: InvoiceTotals;
}

/**
 * Makes many receipts by few statements, each for itself: what only one may have is claimed for all of them at once (keys,
 * then rows and folios), then their first events are appended, then their rows confirmed. What does not come as usual (a
 * folio of its own, a key that somebody has) is made as a receipt by itself. Their ids are given, so asking again finds
 * what the first time has left.
 */
@Injectable()
export class ReceiptsAtOnce {
  constructor(
    private readonly rows: ManyRows,
    private readonly receipts: Receipts,
    private readonly single: CreateReceiptHandler,
    @Inject(CATALOGUES) private readonly catalogues: Catalogues,
  ) {}

  /** What became of each, in their order. */
  async make(command: Command, many: ManyReceipts): Promise<NewReceiptOutcome[]> {
    const outcomes = new Map<string, NewReceiptOutcome>();
    const judged = await this.judge(many, outcomes);
    const { firsts, twins } = withoutTwins(judged);
    const keys = keysOf(firsts);
    const holders = await this.rows.claimKeys(command.tenant, keys);
    const isHeld = ({ receipt: { id, content } }: Judged): boolean =>
      content.idempotency_key !== null && holders.get(content.idempotency_key) !== id;
    const held = firsts.filter(isHeld);
    const theirs = held.map(({ receipt }) => holders.get(receipt.content.idempotency_key ?? '') ?? '');
    const known = await this.rows.known(command.tenant, theirs);
    const existing = new Set(held.filter((_, index) => known.has(theirs[index] ?? '')));
    for (const { receipt } of existing)
      outcomes.set(receipt.id, {
        kind: 'existing',
        id: holders.get(receipt.content.idempotency_key ?? '') ?? '',
      });
    const others = firsts.filter((one) => !existing.has(one));
    // What is in the making, or never will be, is for the receipt by itself to find out.
    const isAlone = (one: Judged): boolean => one.receipt.folio_number !== null || isHeld(one);
    const alone = others.filter(isAlone);
    const together = others.filter((one) => !isAlone(one));
    const left = await this.makeTogether(command, many, together, outcomes);
    await inPool(SINGLES, [...alone, ...left], async ({ receipt }) => {
      outcomes.set(receipt.id, await this.makeAlone(command, many, receipt));
    });
    const made = [...outcomes].flatMap(([id, { kind }]) => (kind === 'created' ? [id] : []));
    await this.rows.confirm(made, many.importId);
    for (const { receipt, of } of twins) outcomes.set(receipt.id, outcomeOfTwin(of, outcomes.get(of)));
    return many.receipts.map(({ id }) => {
      const outcome = outcomes.get(id);
      if (!outcome) throw new Error(`nobody looked at receipt ${id}`);
      return outcome;
    });
  }

  /** Refused before anything is reserved. */
  private async judge(many: ManyReceipts, outcomes: Map<string, NewReceiptOutcome>): Promise<Judged[]> {
    const now = new Date(many.judgedAt);
    const judged: Judged[] = [];
    let since = monotonicMs();
    for (const receipt of many.receipts) {
      const totals = judgeReceipt(receipt.content, many.issuer, now, this.catalogues.large);
      if (totals.ok) judged.push({ receipt, totals: totals.value });
      else outcomes.set(receipt.id, refused(totals.refusal));
      if (monotonicMs() - since < TURN_MS) continue;
      await nextTurn();
      since = monotonicMs();
    }
    return judged;
  }

  /** Those that were left out: somebody has the key that was drawn for them, or ruled them out meanwhile. */
  private async makeTogether(
    command: Command,
    many: ManyReceipts,
    judged: readonly Judged[],
    outcomes: Map<string, NewReceiptOutcome>,
  ): Promise<Judged[]> {
    const commands = judged.map((one) => ({ one, create: unnumbered(many, one, command.time) }));
    const rows = commands.map(({ one, create }) =>
      receiptRowOf(
        one.receipt.id,
        command.tenant,
        issued({ ...create, key: newReceiptKey(), folio_number: 0 }),
      ),
    );
    const reserved = await this.rows.reserve(command.tenant, rows, many.importId);
    const left: Judged[] = [];
    await inPool(APPENDS, commands, async ({ one, create }) => {
      const { id } = one.receipt;
      const reservation = reserved.get(id);
      if (!reservation) return void left.push(one);
      const made = await this.receipts.handle(
        envelopeOf(command, id),
        { ...create, ...reservation },
        { expectNew: true },
      );
      if (made.ok && isKnown(made.value.state)) outcomes.set(id, { kind: 'created' });
      else left.push(one);
    });
    return left;
  }

  private async makeAlone(
    command: Command,
    { issuer, expiry, judgedAt }: ManyReceipts,
    { id, content, folio_number }: NewReceipt,
  ): Promise<NewReceiptOutcome> {
    const data = { content, folio_number, issuer, expiry };
    const type = 'receipts.create' as const;
    const asked = { ...envelopeOf(command, id), type, data };
    // One that is there is not judged again by a later time.
    const made = await this.single.execute(new CreateReceiptCommand({ ...asked, time: judgedAt }));
    if (made.ok) return { kind: 'created' };
    const { code, resourceId } = made.refusal;
    if (code === 'idempotency_key_in_use' && resourceId !== undefined && resourceId !== id)
      return { kind: 'existing', id: resourceId };
    return refused(made.refusal);
  }
}

const refused = (refusal: Refusal): NewReceiptOutcome => ({ kind: 'refused', refusal });

const unnumbered = (
  { expiry }: ReceiptsContext,
  { receipt: { content }, totals }: Judged,
  at: string,
): {
  type: 'create';
  content: NewReceipt['content'];
  expires_at: string;
  totals: InvoiceTotals;
  at: string;
} => ({
  type: 'create',
  content,
  expires_at: expiryOf(new Date(content.date), expiry).toISOString(),
  totals,
  at,
});

/** The command as it goes to one receipt: the same whenever it comes again, so that its event is recognised. */
const envelopeOf = ({ ifRevision: _, ...command }: Command, id: string): Command => ({
  ...command,
  id: deterministicUuid('receipt at once', id),
  key: id,
});

const keysOf = (judged: readonly Judged[]): ReadonlyMap<string, string> =>
  new Map(
    judged.flatMap(({ receipt: { id, content } }) =>
      content.idempotency_key === null ? [] : [[content.idempotency_key, id] as const],
    ),
  );

/** Receipts with one idempotency key among them count once: the first is made, and the others are that one. */
function withoutTwins(judged: readonly Judged[]): {
  readonly firsts: readonly Judged[];
  readonly twins: readonly { readonly receipt: NewReceipt; readonly of: string }[];
} {
  const byKey = new Map<string, string>();
  const firsts: Judged[] = [];
  const twins: { receipt: NewReceipt; of: string }[] = [];
  for (const one of judged) {
    const key = one.receipt.content.idempotency_key;
    const of = key === null ? undefined : byKey.get(key);
    if (of !== undefined) twins.push({ receipt: one.receipt, of });
    else {
      if (key !== null) byKey.set(key, one.receipt.id);
      firsts.push(one);
    }
  }
  return { firsts, twins };
}

const outcomeOfTwin = (of: string, outcome: NewReceiptOutcome | undefined): NewReceiptOutcome =>
  outcome === undefined || outcome.kind === 'created' ? { kind: 'existing', id: of } : outcome;
