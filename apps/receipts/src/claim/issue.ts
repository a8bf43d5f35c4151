import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { deterministicUuid, refuse, type Refusal, type Result, type Tenant } from '#kernel';
import type { CommandBus } from '#bus';
import {
  RECEIPT_STREAM,
  type AskReceiptInvoice,
  type ClaimedReceipt,
  type Command,
  type CommandOutcome,
  type InvoiceReceipts,
  type ReceiptsAsked,
} from '#contracts';
import { answerWithData, Contended } from '#eventing';
import { BUS } from '#hosting';
import { ReceiptRows, type ReceiptHead } from '../receipt/store.js';
import { build, toRequest, type Building, type Built } from './build.js';
import type { Claim, OwnReceipts } from './claim.js';
import { ClaimRows } from './statements.js';
import { Claims, detached } from './claims.js';
import { ReceiptSelection } from './select.js';

type Asked = CommandOutcome<ReceiptsAsked>;

/** How often others may be quicker, between the look at receipts and the hold. */
const ROUNDS = 50;
const PAUSE_MS = 10;

/** `invoicing.create` numbers the issues of an invoice from 1, and one of receipts is issued once. */
const NUMBER = 1;

/**
 * From receipts to their invoice. They are held for its id, all or none; then its claim says so; only then is the invoice
 * asked for, under an id that follows from it. So it may die anywhere, and be asked for again from wherever it came to.
 */
@Injectable()
export class ReceiptInvoices {
  constructor(
    @Inject(BUS) private readonly bus: CommandBus,
    private readonly selection: ReceiptSelection,
    private readonly receipts: ReceiptRows,
    private readonly rows: ClaimRows,
    private readonly claims: Claims,
  ) {}

  /**
   * Claims receipts for the invoice that is the command's key, and has it made.
   * @throws {Contended} where others are quicker again and again
   */
  async invoice(command: Command, { ask, issuer }: InvoiceReceipts): Promise<Asked> {
    const { key: invoice, tenant } = command;
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await this.claims.state(invoice, tenant);
      if (before.status !== 'absent') return this.goOn(command, before);
      const selected = await this.selection.select(command, ask, { invoice, wait: true });
      if (!selected.ok) return selected;
      const built = await this.build(tenant, ask, selected.value, { issuer, now: new Date(command.time) });
      if (!built.ok) return built;
      const read = selected.value.map(({ id, revision }): ClaimedReceipt => ({ id, revision }));
      if (!(await this.rows.hold(tenant, invoice, read))) {
        await sleep(PAUSE_MS);
        continue;
      }
      const own = { ask, issuer, receipts: read, at: command.time };
      const claimed = await this.claims.handle(
        detached(command, deterministicUuid(command.id, 'claim')),
        { type: 'claim', ...own },
        { expectNew: true },
      );
      if (claimed.ok && claimed.value.changed) return this.issue(command, own, built.value);
      // Another delivery was quicker, or somebody has ruled this invoice out: what was held beyond that goes.
      await this.letGoOfOthers(command);
    }
    throw new Contended(`the receipts of ${invoice}`);
  }

  /** Goes on with an invoice from its claim. */
  async goOn(command: Command, claim: Claim): Promise<Asked> {
    const { own, refusal, status } = claim;
    if (refusal) return refuse(refusal.code, { details: refusal.details });
    // Somebody met its receipts held without a claim, and ruled it out: it may be asked for again, under another id.
    if (!own) return refuse('conflict');
    if (status !== 'claimed') return answerWithData(toAsked(own));
    return this.issue(command, own, await this.rebuild(command, own));
  }

  /** Has the invoice made. It answers as the first time, however often it is asked; a refusal is final. */
  private async issue(command: Command, own: OwnReceipts, { content, receipts }: Built): Promise<Asked> {
    const { key: invoice } = command;
    const outcome = await this.bus.send({
      ...detached(command, deterministicUuid(invoice, 'create')),
      type: 'invoicing.create',
      data: { content, issuer: own.issuer, draft: false, receipts: { kind: own.ask.kind } },
    });
    if (outcome.ok) return answerWithData(toAsked(own));
    return this.free(command, toRequest(own.ask, receipts, outcome.refusal));
  }

  /** Nobody ever makes this invoice: its receipts are open again. */
  async free(command: Command, refusal: Refusal): Promise<Asked> {
    const { code, details = [] } = refusal;
    await this.claims.record(command, command.key, { type: 'free', code, details, at: command.time });
    // Once the claim says so, and not before: who goes on with a claim finds its receipts held.
    await this.rows.letGo(command.key);
    return { ok: false, refusal };
  }

  private async letGoOfOthers(command: Command): Promise<void> {
    const { own, status } = await this.claims.state(command.key, command.tenant);
    const has = status === 'claimed' || status === 'stamped' ? (own?.receipts ?? []) : [];
    await this.rows.letGo(
      command.key,
      has.map(({ id }) => id),
    );
  }

  private build(
    tenant: Tenant,
    ask: AskReceiptInvoice,
    heads: readonly ReceiptHead[],
    building: Building,
  ): Promise<Result<Built>> {
    return build(ask, heads, (ids) => this.receipts.read(tenant, ids), building);
  }

  /** The content again, from the rows: nobody changes them while they are held. */
  private async rebuild({ tenant, key }: Command, own: OwnReceipts): Promise<Built> {
    const ids = own.receipts.map(({ id }) => id);
    const rows = new Map((await this.receipts.heads(tenant, ids)).map((row) => [row.id, row]));
    const heads = ids.map((id) => {
      const row = rows.get(id);
      if (row?.holder !== key) throw new Error(`receipt ${id} is claimed for ${key}, and not held`);
      return row;
    });
    const { ask, issuer, at } = own;
    const built = await this.build(tenant, ask, heads, { issuer, now: new Date(at) });
    // It was accepted before, of the same receipts at the same time.
    if (!built.ok) throw new Error(`the claimed receipts of ${key} are refused: ${built.refusal.code}`);
    return built.value;
  }
}

/** The last of its receipts to show the invoice: when it does, all do (settle.ts). */
function toAsked({ receipts }: OwnReceipts): ReceiptsAsked {
  const last = receipts.at(-1) as ClaimedReceipt;
  const place = { stream: RECEIPT_STREAM + last.id, revision: last.revision + 1 };
  return { number: NUMBER, last: place, receipts: receipts.length };
}
