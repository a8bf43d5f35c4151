import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { InvoiceDoc } from '#contracts';
import { decimal, formatDecimal, unpackJson } from '#kernel';

interface PaymentRow {
  readonly id: string;
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly doc: string;
}

/** Payments of one page: large ones have megabytes. */
const PAGE = 100;

/** What a payment pays of one document that it names by UUID alone. */
interface Paid {
  readonly uuid: string;
  readonly amount: string;
  readonly installment: number;
}

/** The documents that a payment's answer names by UUID alone, each once, as its event says it since (paidElsewhereOf). */
export function paidByDoc({ complements }: Pick<InvoiceDoc, 'complements'>): readonly Paid[] {
  const paid = new Map<string, { amount: bigint; installment: number }>();
  for (const complement of complements)
    if (complement.type === 'pago')
      for (const { related_documents } of complement.data)
        for (const { invoice, uuid, amount, installment } of related_documents) {
          if (invoice !== null) continue;
          const name = uuid.toUpperCase();
          const before = paid.get(name) ?? { amount: 0n, installment: 0 };
          paid.set(name, {
            amount: before.amount + decimal(amount),
            installment: Math.max(before.installment, installment),
          });
        }
  return [...paid].map(([uuid, { amount, installment }]) => ({
    ...{ uuid, installment },
    amount: formatDecimal(amount),
  }));
}

/**
 * Payments that were stamped before documents could be imported, and named one by UUID: their events do not say what they pay, so
 * that nothing has noted it. The list of invoices does; it is another service's, and read this once. They count then when what they pay is
 * imported. Canceled ones never do.
 */
export class PaymentsOfBefore1764290000273 implements MigrationInterface {
  name = 'PaymentsOfBefore1764290000273';

  async up(runner: QueryRunner): Promise<void> {
    for (let after = ''; ;) {
      const found: unknown = await runner.query(
        `SELECT id, organization_id, livemode, doc::text AS doc FROM gateway.invoices
         WHERE type = 'P' AND status = 'valid' AND issuer_type = 'issuing' AND id > $1 ORDER BY id LIMIT ${PAGE}`,
        [after],
      );
      const rows = (found ?? []) as readonly PaymentRow[];
      for (const row of rows) await note(runner, row);
      const last = rows.at(-1);
      if (rows.length < PAGE || last === undefined) return;
      after = last.id;
    }
  }

  /** What it has noted is true of the release before as well, which reads none of it. */
  async down(): Promise<void> {}
}

async function note(runner: QueryRunner, { id, organization_id, livemode, doc }: PaymentRow): Promise<void> {
  const paid = paidByDoc(JSON.parse(unpackJson(doc)) as InvoiceDoc);
  if (paid.length === 0) return;
  await runner.query(
    `INSERT INTO invoicing.paid_documents (organization_id, livemode, payment_id, uuid, amount, installment)
     SELECT $1, $2, $3, * FROM unnest($4::text[], $5::numeric[], $6::int[])
     ON CONFLICT DO NOTHING`,
    [
      ...[organization_id, livemode, id],
      paid.map(({ uuid }) => uuid),
      paid.map(({ amount }) => amount),
      paid.map(({ installment }) => installment),
    ],
  );
}
