import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { ok, refuse, type Refused, type Result } from '#kernel';
import { expiryOf, judgeReceipt } from '#billing';
import type { Handles } from '#bus/nest/index';
import { CreateReceiptCommand, type CommandOutcome, type InvoiceTotals } from '#contracts';
import { receipt, type Handled } from '#eventing';
import { CATALOGUES, type Catalogues } from '#fiscal';
import type { ReceiptCommand } from './decide.js';
import { Holds } from './holds.js';
import { newReceiptKey } from './keys.js';
import { isKnown, issued, NEW, type KnownReceipt, type Receipt } from './receipt.js';
import { Receipts } from './receipts.js';
import { RequestKeys } from './requests.js';
import { receiptRowOf } from './row.js';
import { ReceiptRows, type Reservation } from './store.js';

type Create = Extract<ReceiptCommand, { type: 'create' }>;
/** A receipt before it has its key and its folio. */
type Unnumbered = Omit<Create, 'key' | 'folio_number'>;

/** How often the key that was drawn may be another's: of a hundred million receipts, one in eight thousand meets one. */
const KEY_ATTEMPTS = 8;

/**
 * Creates a receipt. What only one receipt may have is reserved before its first event: the idempotency key, then, in one
 * statement, its own key, its folio and its row.
 */
@CommandHandler(CreateReceiptCommand)
export class CreateReceiptHandler implements Handles<CreateReceiptCommand> {
  constructor(
    private readonly receipts: Receipts,
    private readonly rows: ReceiptRows,
    private readonly requests: RequestKeys,
    private readonly holds: Holds,
    @Inject(CATALOGUES) private readonly catalogues: Catalogues,
  ) {}

  async execute(command: CreateReceiptCommand): Promise<CommandOutcome<undefined>> {
    const { content, issuer } = command.data;
    // Refused before anything is reserved: a rejected attempt burns neither key nor folio.
    const judged = judgeReceipt(content, issuer, new Date(command.time), this.catalogues.large);
    if (!judged.ok) return judged;
    const claimed = await this.claimRequest(command);
    const outcome = claimed.ok ? await this.make(command, unnumberedOf(command, judged.value)) : claimed;
    if (outcome.ok || content.idempotency_key === null) return receipt(outcome);
    return this.giveUp(command, content.idempotency_key, outcome);
  }

  private async claimRequest(command: CreateReceiptCommand): Promise<Result<void>> {
    const { content, request } = command.data;
    const key = content.idempotency_key;
    if (key === null) return ok(undefined);
    const { tenant } = command;
    const mine = { holder: command.key, request };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const found = await this.requests.claim(tenant, key, mine);
      if (found.kind === 'claimed') return ok(undefined);
      if (!(await this.isGone(command, found))) return inUse(found.holder);
      if (await this.requests.takeOver(tenant, key, found.holder, mine)) return ok(undefined);
    }
    return refuse('conflict');
  }

  /** Whether the receipt that has a key will never be; one that is long in the making is ruled out. */
  private async isGone(
    command: CreateReceiptCommand,
    { holder, settled }: { readonly holder: string; readonly settled: boolean },
  ): Promise<boolean> {
    const state = await this.receipts.state(holder, command.tenant);
    if (state.status !== 'absent') return state.status === 'forgone';
    return settled && !isKnown(await this.holds.ruleOut(command, holder, NEW));
  }

  private async make(command: CreateReceiptCommand, create: Unnumbered): Promise<Result<Handled<Receipt>>> {
    const reserved = await this.reserve(command, create);
    if (!reserved.ok) return reserved;
    const made = await this.receipts.handle(command, { ...create, ...reserved.value }, { expectNew: true });
    if (made.ok) await this.rows.confirm(command.key);
    return made;
  }

  /** Its key and folio; a command that comes again finds those that it was given. */
  private async reserve(command: CreateReceiptCommand, create: Unnumbered): Promise<Result<Reservation>> {
    const { tenant, key: id, data } = command;
    for (let attempt = 0; attempt < KEY_ATTEMPTS; attempt += 1) {
      const state = issued({ ...create, key: newReceiptKey(), folio_number: 0 });
      const row = receiptRowOf(id, tenant, state);
      const reserved =
        (await this.rows.reserve(row, data.folio_number)) ?? (await this.rows.reserved(tenant, id));
      if (reserved) return ok(reserved);
      if (reserved === null) return refuse('conflict');
    }
    throw new Error('every key that was drawn is the key of another receipt');
  }

  /** A refusal after an idempotency key was asked for is final, also for another process that handles the same command. */
  private async giveUp(
    command: CreateReceiptCommand,
    key: string,
    refused: Refused,
  ): Promise<CommandOutcome<undefined>> {
    const state = await this.holds.ruleOut(command, command.key, NEW);
    // It is there: this command made it, or another one that has the same id.
    if (isKnown(state)) return receipt(await this.receipts.handle(command, again(state, command.time)));
    await this.rows.remove(command.key);
    await this.requests.release(command.tenant, key, command.key);
    return refused;
  }
}

const unnumberedOf = ({ data, time }: CreateReceiptCommand, totals: InvoiceTotals): Unnumbered => ({
  type: 'create',
  content: data.content,
  expires_at: expiryOf(new Date(data.content.date), data.expiry).toISOString(),
  totals,
  at: time,
});

const again = ({ content, totals, key, folio_number, expires_at }: KnownReceipt, at: string): Create => ({
  ...{ type: 'create', content, totals, key, folio_number, expires_at, at },
});

const inUse = (resourceId: string) =>
  refuse('idempotency_key_in_use', { path: 'idempotency_key', location: 'body', resourceId });
