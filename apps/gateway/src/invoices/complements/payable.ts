import { Inject, Injectable } from '@nestjs/common';
import { decimal, formatDecimal, type Tenant } from '#kernel';
import { parseComprobante, type NombreImpuesto, type ParsedImpuesto, type TipoFactor } from '#cfdi';
import { RUNTIME, storedCfdi, type Runtime } from '#platform';
import type { StoredInvoice } from '../queries.js';

/** A tax of a whole document, summed over its lines: what payments prorate. */
export interface PayableTax {
  readonly impuesto: NombreImpuesto;
  readonly tipoFactor: TipoFactor;
  readonly tasa?: string;
  readonly base: string;
  readonly importe?: string;
  readonly retencion: boolean;
}

/** What a payment has to know of an invoice of this organization. */
export interface Payable {
  readonly id: string;
  readonly uuid: string;
  readonly series: string | null;
  readonly folio_number: number | null;
  readonly currency: string;
  readonly total: string;
  /** What is still due, decimal text. */
  readonly balance: string;
  readonly payment_method: string | null;
  /** Number of the next payment. */
  readonly installment: number;
  readonly taxes: readonly PayableTax[];
}

const NAMES: Readonly<Record<string, NombreImpuesto>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };

/** Reads what payments need of stamped invoices, from their own XML: its lines have the rates that summaries lack. */
@Injectable()
export class PayableInvoices {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  /** Undefined for an invoice that has no stamped XML. */
  async of(tenant: Tenant, invoice: StoredInvoice): Promise<Payable | undefined> {
    const xml = await storedCfdi(this.runtime.contents, tenant, invoice);
    if (xml === undefined || invoice.uuid === null) return undefined;
    const parsed = parseComprobante(xml);
    if (!parsed.ok) throw new Error(`the XML of invoice ${invoice.id} cannot be read`);
    const { series, folio_number, currency, amount_due, payment_method, received_payment_ids } = JSON.parse(
      invoice.doc,
    ) as {
      series: string | null;
      folio_number: number | null;
      currency: string;
      amount_due: number | null;
      payment_method: string | null;
      received_payment_ids: readonly string[];
    };
    return {
      ...{ id: invoice.id, uuid: invoice.uuid, series, folio_number, currency, payment_method },
      total: parsed.value.atributos['Total'] ?? '0',
      balance: formatDecimal(decimal(amount_due ?? 0)),
      installment: received_payment_ids.length + 1,
      taxes: taxesOf(parsed.value.conceptos),
    };
  }
}

/** One entry for each tax, factor and rate of the lines, transferred and withheld apart. */
function taxesOf(
  lines: readonly {
    readonly traslados: readonly ParsedImpuesto[];
    readonly retenciones: readonly ParsedImpuesto[];
  }[],
): readonly PayableTax[] {
  const groups = new Map<
    string,
    { tax: ParsedImpuesto; retencion: boolean; base: bigint; importe: bigint }
  >();
  for (const { traslados, retenciones } of lines)
    for (const [taxes, retencion] of [
      [traslados, false],
      [retenciones, true],
    ] as const)
      for (const tax of taxes) {
        const key = `${retencion} ${tax.Impuesto} ${tax.TipoFactor} ${tax.TasaOCuota}`;
        const group = groups.get(key) ?? { tax, retencion, base: 0n, importe: 0n };
        groups.set(key, group);
        group.base += decimal(tax.Base ?? '0');
        group.importe += decimal(tax.Importe ?? '0');
      }
  return [...groups.values()].map(({ tax, retencion, base, importe }) => ({
    impuesto: NAMES[tax.Impuesto ?? ''] ?? 'IVA',
    tipoFactor: (tax.TipoFactor ?? 'Tasa') as TipoFactor,
    ...(tax.TasaOCuota !== undefined && { tasa: tax.TasaOCuota, importe: formatDecimal(importe) }),
    base: formatDecimal(base),
    retencion,
  }));
}
