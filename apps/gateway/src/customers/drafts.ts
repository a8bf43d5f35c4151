import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { unpackJson, type Tenant } from '#kernel';
import { invoicesReadModel, type CustomerDoc, type CustomerSnapshot } from '#contracts';
import { RUNTIME, rowTypes, type Runtime } from '#platform';
import { CommandSender, type CallContext } from '../commands.js';
import { issuerOf } from '../invoices/issuer.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { snapshotOf } from './snapshot.js';

const { table, projection } = invoicesReadModel;
/** More drafts of one customer than anybody looks at; those beyond follow when they are stamped. */
const MOST = 50;

interface Draft {
  readonly id: string;
  readonly doc: { readonly customer: CustomerSnapshot | null };
}

/** Drafts follow their customer: what it has given by its link makes them ready to be stamped. */
@Injectable()
export class DraftsOfCustomer {
  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly sender: CommandSender,
    private readonly organizations: OrganizationDirectory,
  ) {}

  /**
   * Writes a customer as it is now into its drafts. A draft that this does not reach, because it is being changed or
   * the process ends, shows the customer as it was until it is stamped, which takes the customer of that moment.
   */
  async follow(call: CallContext, customer: CustomerDoc): Promise<void> {
    const current = snapshotOf(customer);
    const drafts = (await this.of(call.tenant, customer.id)).filter(
      ({ doc }) => !isDeepStrictEqual(doc.customer, current),
    );
    if (drafts.length === 0) return;
    const issuer = issuerOf(await this.organizations.organization(call.tenant.organizationId), call.tenant);
    if (!issuer.ok) return;
    const data = { changes: { customer: current }, issuer: issuer.value };
    for (const { id } of drafts)
      await this.sender.send({ type: 'invoicing.edit-draft', key: id, data }, call, {
        readModel: projection,
      });
  }

  private async of({ organizationId, livemode }: Tenant, customer: string): Promise<Draft[]> {
    const { rows } = await this.runtime.pool.query<{ id: string; doc: string }>({
      text: `SELECT id, doc::text AS doc FROM ${table}
             WHERE organization_id = $1 AND livemode = $2 AND customer_id = $3 AND status = 'draft'
             ORDER BY sort_at DESC, id DESC LIMIT ${MOST}`,
      values: [organizationId, livemode, customer],
      types: rowTypes,
    });
    return rows.map(({ id, doc }) => ({ id, doc: JSON.parse(unpackJson(doc)) as Draft['doc'] }));
  }
}
