import { Injectable } from '@nestjs/common';
import { deterministicId, inPool, ok, refuse, type Refusal, type Result } from '#kernel';
import { type NewReceipt, type NewReceiptOutcome, type ReceiptsContext } from '#contracts';
import { CommandSender, type CallContext } from '../../commands.js';
import { Breath } from './breath.js';
import { ReceiptEntries } from './entries.js';
import { MadeReceipts } from './made.js';

/** Receipts that are read at a time: one that waits for its customer holds up no other. */
const READS = 16;
/** Receipts of one command, their size as JSON, and commands at a time. */
const AT_ONCE = { receipts: 100, bytes: 400_000, commands: 3 } as const;

/** What became of one receipt of a batch. */
export type BatchEntry =
  | { readonly status: 'created' | 'existing'; readonly receipt: string }
  | { readonly status: 'error'; readonly refusal: Refusal };

interface SizedReceipt {
  readonly receipt: NewReceipt;
  /** Of its content as JSON. */
  readonly bytes: number;
}

/** Makes the receipts of a batch, each for itself. */
@Injectable()
export class ReceiptBatches {
  constructor(
    private readonly sender: CommandSender,
    private readonly entries: ReceiptEntries,
    private readonly made: MadeReceipts,
  ) {}

  /**
   * What became of each, in the order sent. Their ids are made of the batch's name: asked again under the same name, they
   * are found.
   * @throws {HttpRefusal} in Live: organization_incomplete
   */
  async make(call: CallContext, batch: string, sent: readonly unknown[]): Promise<BatchEntry[]> {
    const { scope, context } = await this.entries.scopeOf(call);
    const breath = new Breath();
    const read: Result<SizedReceipt>[] = [];
    await inPool(READS, sent, async (one, index) => {
      await breath.take();
      const entry = await this.entries.read(scope, one);
      if (!entry.ok) return void (read[index] = entry);
      const id = deterministicId('batch', batch, index);
      const bytes = JSON.stringify(entry.value.content).length;
      read[index] = ok({ receipt: { id, ...entry.value }, bytes });
    });
    const receipts = read.flatMap((one) => (one.ok ? [one.value] : []));
    const { firsts, twins } = withoutTwins(receipts);
    const outcomes = new Map<string, NewReceiptOutcome>();
    await inPool(AT_ONCE.commands, portionsOf(firsts), async (portion, number) => {
      const answered = await this.send(call, context, deterministicId('portion', batch, number), portion);
      portion.forEach(({ receipt: { id } }, index) => {
        const outcome = answered.ok ? answered.value[index] : undefined;
        outcomes.set(id, outcome ?? { kind: 'refused', refusal: answered.ok ? LATE : answered.refusal });
      });
    });
    for (const [id, of] of twins) {
      const outcome = outcomes.get(of);
      if (outcome) outcomes.set(id, outcome.kind === 'created' ? { kind: 'existing', id: of } : outcome);
    }
    const ids = [...outcomes].flatMap(([id, outcome]) => receiptOf(id, outcome) ?? []);
    const shown = await this.made.show(call.tenant, ids);
    return read.map((one) =>
      one.ok ? entryOf(one.value.receipt.id, outcomes, shown) : { status: 'error', refusal: one.refusal },
    );
  }

  private async send(
    call: CallContext,
    context: ReceiptsContext,
    key: string,
    portion: readonly SizedReceipt[],
  ): Promise<Result<readonly NewReceiptOutcome[]>> {
    const data = { ...context, receipts: portion.map(({ receipt }) => receipt) };
    const sent = await this.sender.send({ type: 'receipts.create-many', key, data }, call);
    return sent.ok ? ok(sent.value.data.outcomes) : sent;
  }
}

/** It is made, or was being made, and can't be shown yet. */
const LATE: Refusal = refuse('service_unavailable', { params: { retryAfter: 2 } }).refusal;

const receiptOf = (id: string, outcome: NewReceiptOutcome): string | undefined =>
  outcome.kind === 'created' ? id : outcome.kind === 'existing' ? outcome.id : undefined;

function entryOf(
  id: string,
  outcomes: ReadonlyMap<string, NewReceiptOutcome>,
  shown: ReadonlyMap<string, string>,
): BatchEntry {
  const outcome = outcomes.get(id);
  if (!outcome) return { status: 'error', refusal: LATE };
  if (outcome.kind === 'refused') return { status: 'error', refusal: outcome.refusal };
  const receipt = shown.get(receiptOf(id, outcome) ?? '');
  if (receipt !== undefined) return { status: outcome.kind === 'created' ? 'created' : 'existing', receipt };
  return { status: 'error', refusal: LATE };
}

/** Receipts of one idempotency key count once: the first of them is made. */
function withoutTwins(receipts: readonly SizedReceipt[]): {
  readonly firsts: readonly SizedReceipt[];
  readonly twins: ReadonlyMap<string, string>;
} {
  const byKey = new Map<string, string>();
  const twins = new Map<string, string>();
  const firsts = receipts.filter(({ receipt: { id, content } }) => {
    const { idempotency_key: key } = content;
    if (key === null) return true;
    const first = byKey.get(key);
    if (first === undefined) byKey.set(key, id);
    else twins.set(id, first);
    return first === undefined;
  });
  return { firsts, twins };
}

function portionsOf(receipts: readonly SizedReceipt[]): SizedReceipt[][] {
  const portions: SizedReceipt[][] = [];
  let bytes = Infinity;
  for (const receipt of receipts) {
    const last = portions.at(-1);
    bytes += receipt.bytes;
    if (last && last.length < AT_ONCE.receipts && bytes <= AT_ONCE.bytes) last.push(receipt);
    else {
      portions.push([receipt]);
      ({ bytes } = receipt);
    }
  }
  return portions;
}
