import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import { deterministicId } from '#kernel';
import { ClosePeriodCommand, type Command, type CommandOutcome, type DescribedIssuer } from '#contracts';
import { answerWithData } from '#eventing';
import { Claims } from '../claim/claims.js';
import { AutomaticInvoices } from './automatic-invoices.js';
import { AutomaticGlobals } from './automatic-globals.js';
import type { Look } from './decide.js';
import { periodOf, type AskedInvoice, type KnownPeriod } from './globals.js';
import { Issuers } from './issuers.js';
import { Latecomers } from './latecomers.js';
import { OpenReceiptsOfPeriods } from './open-receipts.js';
import { periodAfter } from './periods.js';

/**
 * Invoices what is open of a period that has ended. Each invoice has an id that follows from the organization, the
 * environment, the period and its number: who does this twice, or two processes at once, make one.
 */
@CommandHandler(ClosePeriodCommand)
export class ClosePeriodHandler implements Handles<ClosePeriodCommand> {
  constructor(
    private readonly globals: AutomaticGlobals,
    private readonly issuers: Issuers,
    private readonly open: OpenReceiptsOfPeriods,
    private readonly invoices: AutomaticInvoices,
    private readonly claims: Claims,
    private readonly latecomers: Latecomers,
  ) {}

  async execute(command: ClosePeriodCommand): Promise<CommandOutcome<undefined>> {
    const { key: id, tenant, data, time: at } = command;
    const state = await this.globals.state(id, tenant);
    const known = periodOf(state, data.until);
    // Switched off, closed, or planned again for later.
    if (!state.isOn || known?.status !== 'open' || at < known.dueAt) return answerWithData();
    const described = await this.issuers.describe(command);
    if (described === null || !described.receipts.auto_global_invoice) {
      await this.globals.record(command, { type: 'end', at });
      return answerWithData();
    }
    const look = await this.look(command, known, described);
    if (look.kind === 'nothing-left' && state.since !== null) {
      const of = { since: state.since, period: known.period, look: `${id} ${data.until} ${known.looks}` };
      await this.latecomers.invoice(command, of, described);
    }
    const next = periodAfter(known.period, described);
    await this.globals.record(command, { type: 'note', id, until: data.until, look, next, at });
    return answerWithData();
  }

  private async look(command: Command, known: KnownPeriod, described: DescribedIssuer): Promise<Look> {
    const { tenant } = command;
    const claims = await Promise.all(
      known.invoices
        .filter(({ failed }) => !failed)
        .map(async (one) => ({ one, claim: await this.claims.state(one.invoice, tenant) })),
    );
    const freed = claims.find(({ claim }) => claim.refusal !== null);
    if (freed?.claim.refusal) return notMade(freed.one, freed.claim.refusal);
    const open = await this.open.count(tenant, known.period);
    const left: Look = {
      kind: 'nothing-left',
      // What a claim holds is open as well, until its invoice is stamped.
      pending: open.held > 0 || claims.some(({ claim }) => claim.status === 'claimed'),
      leftOut: open.leftOut,
    };
    if (open.receipts === open.held && open.held <= countHeld(claims)) return left;
    const { nextNumber: number } = known;
    const invoice = deterministicId(command.key, known.period.until, number);
    const { issuer, refusal } = described;
    if (issuer === null)
      return notMade({ number, invoice }, refusal ?? { code: 'organization_incomplete', details: [] });
    const asked = await this.invoices.ask(command, invoice, known.period, { ...described, issuer });
    if (asked.ok) return { kind: 'asked', number, invoice, receipts: asked.value.data.receipts };
    const { code, details = [] } = asked.refusal;
    // There is nothing that could be invoiced now.
    return code === 'receipt_not_found' ? left : notMade({ number, invoice }, { code, details });
  }
}

const notMade = (
  { number, invoice }: Pick<AskedInvoice, 'number' | 'invoice'>,
  { code, details }: NonNullable<DescribedIssuer['refusal']>,
): Look => ({ kind: 'not-made', number, invoice, code, details });

/** Receipts that invoices of the period have claimed, and that are open until those are stamped. */
const countHeld = (
  claims: readonly {
    readonly claim: {
      readonly status: string;
      readonly own: { readonly receipts: readonly unknown[] } | null;
    };
  }[],
): number =>
  claims.reduce(
    (sum, { claim }) => sum + (claim.status === 'claimed' ? (claim.own?.receipts.length ?? 0) : 0),
    0,
  );
