import { computeAmounts, type Amounts, type Retencion, type Traslado } from '#cfdi';
import type { Tenant } from '#kernel';
import type { InvoiceContent, InvoicePreview, IssuerSnapshot, PreviewDoc, PreviewLine } from '#contracts';
import { contentDoc, notIssuedDoc, totalsDoc } from '#answers';
import { comprobanteInput, taxName, totalsOf } from '#billing';
import { localDateTime, type LargeCatalogues } from '#sat';
import { pacView } from './pac-view.js';
import { prepare } from './prepare.js';

const DEFAULT_ZONE = 'America/Mexico_City';

/** The result of issuing an invoice: its amounts, and every problem. Pure; nothing is reserved. */
export function dryRun(
  content: InvoiceContent,
  issuer: IssuerSnapshot,
  tenant: Tenant,
  now: Date,
  large?: LargeCatalogues,
): InvoicePreview {
  const prepared = prepare(content, issuer, now, large);
  const comprobante = prepared.ok ? prepared.value.comprobante : undefined;
  const amounts = comprobante ?? roughly(content, issuer, now);
  const totals = amounts ? totalsOf(amounts) : null;
  const at = now.toISOString();
  const doc: PreviewDoc = {
    ...contentDoc(content),
    ...notIssuedDoc(content),
    // A customer that would only be created has no id yet.
    customer: content.customer && { ...content.customer, id: content.customer.id || null },
    ...totalsDoc(totals),
    created_at: at,
    livemode: tenant.livemode,
    organization: tenant.organizationId,
    status: 'preview',
    date: prepared.ok ? prepared.value.date : at,
    address: content.address ?? issuer.address,
    issuer_info: issuer,
  };
  return {
    invoice: doc,
    totals,
    lines: amounts ? amounts.conceptos.map(lineOf) : [],
    problems: prepared.ok ? [] : (prepared.refusal.details ?? []),
    found: comprobante ? pacView(comprobante, tenant.livemode, large) : [],
  };
}

/** The amounts of what can't be built yet, where its type works them out from its lines. */
function roughly(content: InvoiceContent, issuer: IssuerSnapshot, now: Date): Amounts | undefined {
  const { type, items, series, folio_number } = content;
  if ((type !== 'I' && type !== 'E') || items.length === 0) return undefined;
  const fecha = localDateTime(now, DEFAULT_ZONE);
  const computed = computeAmounts(comprobanteInput(content, issuer, { series, folio_number, fecha }));
  return computed.ok ? computed.value : undefined;
}

const lineOf = (line: Amounts['conceptos'][number]): PreviewLine => ({
  unit_value: line.valorUnitario,
  amount: line.importe,
  discount: line.descuento ?? '0',
  taxes: [
    ...line.traslados.map((tax) => taxOf(tax, false)),
    ...line.retenciones.map((tax) => taxOf(tax, true)),
  ],
});

const taxOf = (tax: Traslado | Retencion, withholding: boolean): PreviewLine['taxes'][number] => ({
  type: taxName(tax.impuesto),
  factor: tax.tipoFactor,
  rate: tax.tasaOCuota ?? null,
  base: tax.base,
  amount: tax.importe ?? null,
  withholding,
});
