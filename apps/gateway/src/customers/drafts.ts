import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { isDeepStrictEqual } from 'node:util';
import { invoicesReadModel, type CustomerDoc, type CustomerSnapshot } from '#contracts';
import { LOG, POOL, type Logger } from '#hosting';
import { CommandSender, type CallContext } from '../commands.js';
import type { Row } from '#http';
import { Conditions, DocTable, textOf } from '../doc-table.js';
import { parseInvoiceDoc } from '../docs.js';
import { draftIssuerOf } from '../invoices/issuer.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { snapshotOf } from './snapshot.js';

const { table } = invoicesReadModel;
/** More drafts of one customer than anybody looks at; those beyond follow when they are stamped. */
const MOST = 50;

/** Drafts follow their customer: what it has given by its link makes them ready to be stamped. */
@Injectable()
export class DraftsOfCustomer {
  private readonly table: DocTable;

  constructor(
    @Inject(LOG) private readonly log: Logger,
    @Inject(POOL) pool: pg.Pool,
    private readonly sender: CommandSender,
    private readonly organizations: OrganizationDirectory,
  ) {
    this.table = new DocTable(pool, table, 'sort_at');
  }

  /**
   * Writes a customer as it is now into its drafts. A draft that this does not reach, because it is being changed or
   * the process ends, shows the customer as it was until it is stamped, which takes the customer of that moment.
   */
  async follow(call: CallContext, changed: CustomerDoc | Promise<CustomerDoc | undefined>): Promise<void> {
    try {
      const customer = await changed;
      if (customer) await this.write(call, snapshotOf(customer));
    } catch (error) {
      // The change of the customer is kept.
      this.log.warn({ err: error }, 'drafts could not follow their customer');
    }
  }

  private async write(call: CallContext, current: CustomerSnapshot): Promise<void> {
    const drafts = Conditions.ofTenant(call.tenant)
      .and('customer_id = ?', current.id)
      .and('status = ?', 'draft');
    const { rows } = await this.table.fetchPage(drafts, { take: MOST, skip: 0, direction: 'forward' });
    const behind: Row[] = [];
    for (const row of rows) {
      const text = await textOf(row.doc);
      if (text !== undefined && !isDeepStrictEqual(parseInvoiceDoc(text).customer, current)) behind.push(row);
    }
    if (behind.length === 0) return;
    const organization = await this.organizations.organization(call.tenant.organizationId);
    const data = { changes: { customer: current }, issuer: draftIssuerOf(organization, call.tenant) };
    for (const { id } of behind)
      await this.sender.send({ type: 'invoicing.edit-draft', key: id, data }, call, {
        readModel: invoicesReadModel,
      });
  }
}
