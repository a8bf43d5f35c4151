import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import { isPacked, unpackJsonBytes, type Tenant } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  invoicesReadModel,
  organizationsReadModel,
  PetitionContextCommand,
  petitionsReadModel,
  type CommandOutcome,
  type InvoiceDoc,
  type OrganizationRow,
  type PetitionContext,
  type ReceivedDocument,
} from '#contracts';
import { answerWithData } from '#eventing';
import { POOL } from '#hosting';
import { draftIssuerOf } from '../invoices/issuer.js';

/** More petitions than this do not wait at once: the tax authority tells 500. */
const MOST_WAITING = 2_000;

interface Waiting {
  readonly uuid: string;
  readonly described: boolean;
}

/** An organization as a receiver, and what it has of documents whose cancellation is asked for. */
@CommandHandler(PetitionContextCommand)
export class PetitionContextHandler implements Handles<PetitionContextCommand> {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async execute({ tenant, data }: PetitionContextCommand): Promise<CommandOutcome<PetitionContext | null>> {
    const { rows } = await this.pool.query<Pick<OrganizationRow, 'doc' | 'closed'>>(
      `SELECT doc, closed FROM ${organizationsReadModel.table} WHERE id = $1`,
      [tenant.organizationId],
    );
    const [found] = rows;
    if (!found || found.closed !== null) return answerWithData(null);
    const { tax_id: rfc, legal_name: nombre, certificate } = draftIssuerOf(found.doc, tenant);
    return answerWithData({
      receiver: rfc === '' ? null : { rfc, nombre, ...(certificate !== undefined && { certificate }) },
      received: await this.received(tenant, data.uuids),
      waiting: await this.waiting(tenant),
    });
  }

  private async waiting({ organizationId, livemode }: Tenant): Promise<PetitionContext['waiting']> {
    const { rows } = await this.pool.query<Waiting>(
      `SELECT uuid, supplier_tax_id IS NOT NULL AS described FROM ${petitionsReadModel.table}
        WHERE organization_id = $1 AND livemode = $2 AND status = 'pending'
        ORDER BY created_at DESC, id DESC LIMIT ${MOST_WAITING}`,
      [organizationId, livemode],
    );
    return rows;
  }

  private async received(
    { organizationId, livemode }: Tenant,
    uuids: readonly string[],
  ): Promise<readonly ReceivedDocument[]> {
    if (uuids.length === 0) return [];
    const { rows } = await this.pool.query<{ doc: string }>(
      `SELECT doc::text AS doc FROM ${invoicesReadModel.table}
        WHERE organization_id = $1 AND livemode = $2 AND uuid = ANY($3) AND issuer_type = 'receiving'`,
      [organizationId, livemode, uuids],
    );
    const docs = await Promise.all(rows.map(({ doc }) => unpack(doc)));
    return docs.flatMap(receivedOf);
  }
}

const unpack = async (stored: string): Promise<InvoiceDoc> =>
  JSON.parse(isPacked(stored) ? (await unpackJsonBytes(stored)).toString() : stored) as InvoiceDoc;

function receivedOf(doc: InvoiceDoc): readonly ReceivedDocument[] {
  const { id, uuid, issuer_info: issuer, customer, stamp, total, currency, supplier } = doc;
  const receiver_rfc = customer?.tax_id ?? null;
  if (uuid === null || issuer === null || stamp === null || receiver_rfc === null) return [];
  return [
    {
      invoice: id,
      supplier: supplier ?? { id: null, legal_name: issuer.legal_name, tax_id: issuer.tax_id },
      ...{ total: String(total), currency },
      document: {
        ...{ uuid, issuer_rfc: issuer.tax_id, receiver_rfc, total: String(total) },
        sello_tail: stamp.signature.slice(-8),
      },
    },
  ];
}
