import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Tenant } from '#kernel';
import { POOL } from '#hosting';

/** What a payment pays of a document that it names by UUID (in upper case), in the document's currency. */
export interface PaidByUuid {
  readonly uuid: string;
  readonly payment: string;
  readonly amount: string;
  /** The highest number (NumParcialidad) that it uses up. */
  readonly installment: number;
}

/** The same as it is stored. */
export interface StoredPaid extends PaidByUuid {
  /** The document's id, once the payment was made to count there. */
  readonly invoice: string | null;
}

const COLUMNS = 'uuid, payment_id AS payment, amount::text, installment, invoice_id AS invoice';

/** What payments pay of documents that were issued elsewhere. Written before the payment's first event: it may say too much. */
@Injectable()
export class PaidDocuments {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Notes what payments pay; what is noted already stays. One statement. */
  async note(tenant: Tenant, paid: readonly PaidByUuid[]): Promise<void> {
    if (paid.length === 0) return;
    await this.pool.query(
      `INSERT INTO invoicing.paid_documents (organization_id, livemode, uuid, payment_id, amount, installment)
       SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::numeric[], $6::int[])
       ON CONFLICT DO NOTHING`,
      [
        ...[tenant.organizationId, tenant.livemode],
        paid.map(({ uuid }) => uuid),
        paid.map(({ payment }) => payment),
        paid.map(({ amount }) => amount),
        paid.map(({ installment }) => installment),
      ],
    );
  }

  /** What pays a document. */
  async of(tenant: Tenant, uuid: string): Promise<readonly StoredPaid[]> {
    const { rows } = await this.pool.query<StoredPaid>(
      `SELECT ${COLUMNS} FROM invoicing.paid_documents
       WHERE organization_id = $1 AND livemode = $2 AND uuid = $3 ORDER BY installment, payment_id`,
      [tenant.organizationId, tenant.livemode, uuid],
    );
    return rows;
  }

  /** What a payment pays. */
  async by(tenant: Tenant, payment: string): Promise<readonly StoredPaid[]> {
    const { rows } = await this.pool.query<StoredPaid>(
      `SELECT ${COLUMNS} FROM invoicing.paid_documents
       WHERE organization_id = $1 AND livemode = $2 AND payment_id = $3 ORDER BY uuid`,
      [tenant.organizationId, tenant.livemode, payment],
    );
    return rows;
  }

  /** Says where a payment is made to count, before it is: who cancels it reads this afterwards. */
  async mark(tenant: Tenant, { uuid, payment }: PaidByUuid, invoice: string): Promise<void> {
    await this.pool.query(
      `UPDATE invoicing.paid_documents SET invoice_id = $5
       WHERE organization_id = $1 AND livemode = $2 AND uuid = $3 AND payment_id = $4
         AND invoice_id IS DISTINCT FROM $5`,
      [tenant.organizationId, tenant.livemode, uuid, payment, invoice],
    );
  }
}
