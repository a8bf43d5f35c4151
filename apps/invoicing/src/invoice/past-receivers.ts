import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { deterministicUuid, type Tenant } from '#kernel';
import type { CommandBus } from '#bus';
import { CUSTOMER_STREAM, type Command, type Place } from '#contracts';
import { BUS, POOL } from '#hosting';
import { parseRfc } from '#sat';
import { Invoices } from './invoices.js';

/** A document of the organization's past whose receiver is no customer yet. */
export interface PastReceiver {
  readonly tax_id: string;
  readonly invoice: string;
}

/** The RFC of one taxpayer alone; undefined of a generic one, and of what is none. */
export function ownRfcOf(taxId: string | null | undefined): string | undefined {
  const rfc = parseRfc(taxId ?? '');
  return rfc && rfc.generic === undefined ? rfc.rfc : undefined;
}

/** Notes documents whose receivers are no customers yet. One statement. */
export async function notePastReceivers(
  pool: pg.Pool,
  tenant: Tenant,
  receivers: readonly PastReceiver[],
): Promise<void> {
  if (receivers.length === 0) return;
  await pool.query(
    `INSERT INTO invoicing.past_receivers (organization_id, livemode, tax_id, invoice_id)
     SELECT $1, $2, * FROM unnest($3::text[], $4::text[]) ON CONFLICT DO NOTHING`,
    [
      ...[tenant.organizationId, tenant.livemode],
      receivers.map(({ tax_id }) => tax_id),
      receivers.map(({ invoice }) => invoice),
    ],
  );
}

/** How many documents are recognized at once. */
const LOT = 200;

/**
 * Whose the documents of the past are: of the customer with the RFC of their Receptor, whichever of the two is here first. An import
 * asks for customers before it and notes those that it does not find, and asks for these again after it. For a new customer the
 * notes are read only once such a question would find it: whoever notes a document too late for that asks late enough.
 */
@Injectable()
export class PastReceivers {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(BUS) private readonly bus: CommandBus,
    private readonly invoices: Invoices,
  ) {}

  /** The ids of customers by RFC, of those RFCs that one customer has. `what` tells the questions of one command apart. */
  async customersOf(
    command: Command,
    what: string,
    taxIds: readonly string[],
    after?: Place,
  ): Promise<ReadonlyMap<string, string>> {
    if (taxIds.length === 0) return new Map();
    const { tenant, actor, correlationId, time } = command;
    const id = deterministicUuid(command.id, what);
    const data = { tax_ids: [...new Set(taxIds)], ...(after && { after }) };
    const asked = { id, key: id, tenant, actor, correlationId, time, data };
    const answer = await this.bus.send({ ...asked, type: 'customers.find-by-rfc' });
    if (!answer.ok) throw new Error(`customers by RFC can't be asked for: ${answer.refusal.code}`);
    return new Map(answer.value.data.customers.map(({ tax_id, id: customer }) => [tax_id, customer]));
  }

  /** Notes documents that are about to be imported. One statement. */
  async note(tenant: Tenant, receivers: readonly PastReceiver[]): Promise<void> {
    await notePastReceivers(this.pool, tenant, receivers);
  }

  /** Has the documents of some receivers say that they are a customer's, as far as they are imported. Again, it changes nothing. */
  async recognize(command: Command, customer: string, receivers: readonly PastReceiver[]): Promise<void> {
    const { tenant } = command;
    const now = new Date(command.time);
    const done: string[] = [];
    const recognizeOne = async ({ invoice }: PastReceiver): Promise<void> => {
      // Not imported yet: whoever imports it asks afterwards.
      if ((await this.invoices.state(invoice, tenant)).status === 'absent') return;
      const { ifRevision: _, ...plain } = command;
      const own = { ...plain, id: deterministicUuid(command.id, 'recognize', invoice) };
      await this.invoices.handle(own, { type: 'recognize-customer', now, customer }, { key: invoice });
      done.push(invoice);
    };
    for (let at = 0; at < receivers.length; at += LOT)
      await Promise.all(receivers.slice(at, at + LOT).map(recognizeOne));
    await this.pool.query(
      `DELETE FROM invoicing.past_receivers
       WHERE organization_id = $1 AND livemode = $2 AND invoice_id = ANY($3)`,
      [tenant.organizationId, tenant.livemode, done],
    );
  }

  /** The same for all that was noted of an RFC, where this customer alone has it. */
  async recognizeAll(command: Command, taxId: string, revision: number): Promise<void> {
    const { key: customer, tenant } = command;
    const after = { stream: CUSTOMER_STREAM + customer, revision };
    const known = await this.customersOf(command, 'customer', [taxId], after);
    if (known.get(taxId) !== customer) return;
    const receivers = await this.of(tenant, taxId);
    if (receivers.length > 0) await this.recognize(command, customer, receivers);
  }

  private async of(tenant: Tenant, taxId: string): Promise<readonly PastReceiver[]> {
    const { rows } = await this.pool.query<PastReceiver>(
      `SELECT tax_id, invoice_id AS invoice FROM invoicing.past_receivers
       WHERE organization_id = $1 AND livemode = $2 AND tax_id = $3 ORDER BY invoice_id`,
      [tenant.organizationId, tenant.livemode, taxId],
    );
    return rows;
  }
}
