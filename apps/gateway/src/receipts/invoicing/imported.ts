import { Injectable } from '@nestjs/common';
import { field, ok, refuse, refuseFields, type Result } from '#kernel';
import { localDayOf } from '#billing';
import { MAX_GLOBAL_RECEIPTS } from '#contracts';
import { CommandSender, type CallContext } from '../../commands.js';
import type { GlobalInvoiceBody } from './dto.js';

/** Global invoices of imports: their open receipts are named. */
@Injectable()
export class ImportedGlobals {
  constructor(private readonly sender: CommandSender) {}

  /**
   * The body with the receipts of its import named, and the days on which they were sold. Refuses an import that is not
   * there, has not finished, has no open receipts, or more than an invoice takes.
   */
  async named(
    call: CallContext,
    body: GlobalInvoiceBody,
    timeZone: string,
  ): Promise<Result<GlobalInvoiceBody>> {
    const { import: id, ...rest } = body;
    if (id === undefined) return ok(body);
    if (body.receipts !== undefined)
      return refuseFields([field('import', 'not_allowed', { message: BESIDE_RECEIPTS })]);
    const command = { type: 'receipts.open-of-import', key: id.toLowerCase(), data: {} } as const;
    const asked = await this.sender.send(command, call);
    if (!asked.ok) return asked;
    const open = asked.value.data;
    const at = { path: 'import', location: 'body' } as const;
    if (!open) return refuse('receipt_import_not_found', at);
    if (open.import.status !== 'finished') return refuse('receipt_import_in_progress', at);
    if (open.from === null || open.to === null) return refuse('receipt_not_found');
    const limited = body.limit_to_max_receipts ?? false;
    if (open.receipts.length > MAX_GLOBAL_RECEIPTS && !limited)
      return refuse('global_invoice_too_many_items', at);
    return ok({
      ...rest,
      receipts: open.receipts.slice(0, MAX_GLOBAL_RECEIPTS),
      from: body.from ?? localDayOf(new Date(open.from), timeZone),
      to: body.to ?? localDayOf(new Date(open.to), timeZone),
    });
  }
}

const BESIDE_RECEIPTS = {
  es: 'Envíe "import" o "receipts", no ambos.',
  en: 'Send "import" or "receipts", not both.',
};
