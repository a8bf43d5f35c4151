import { concepto } from '#billing';
import { computeAmounts, parseComprobante, type ParsedImpuesto, type Retencion, type Traslado } from '#cfdi';
import type { InvoiceItem } from '#contracts';
import { decimal, formatDecimal, mulDiv } from '#kernel';
import { monedas } from '#sat';
import type { PdfItem, PdfTax } from '../pdf/index.js';

/** The amounts of one line as the document carries them. */
export type LineAmounts = Pick<PdfItem, 'unit_value' | 'amount' | 'taxes'> & {
  readonly discount: string | null;
};

const NAMES: Readonly<Record<string, string>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };

/** The lines of a stamped document, read back from its XML: the PDF shows what the CFDI says. */
export function linesOfXml(xml: string): LineAmounts[] {
  const parsed = parseComprobante(xml);
  if (!parsed.ok) throw new Error('a stored CFDI does not read');
  return parsed.value.conceptos.map(({ atributos, traslados, retenciones }) => ({
    unit_value: atributos['ValorUnitario'] ?? '0',
    amount: atributos['Importe'] ?? '0',
    discount: atributos['Descuento'] ?? null,
    taxes: [
      ...traslados.map((tax) => taxOfXml(tax, false)),
      ...retenciones.map((tax) => taxOfXml(tax, true)),
    ],
  }));
}

const taxOfXml = (tax: ParsedImpuesto, withholding: boolean): PdfTax => ({
  type: NAMES[tax.Impuesto ?? ''] ?? tax.Impuesto ?? '',
  factor: tax.TipoFactor ?? 'Tasa',
  rate: tax.TasaOCuota ?? null,
  base: tax.Base ?? null,
  amount: tax.Importe ?? null,
  withholding,
});

/** An item of the API's answer: amounts are JSON numbers there. */
type ItemDoc = Readonly<Record<string, unknown>>;

/** The lines of a document that is not stamped yet, computed as they will be; roughly, where they can't be yet. */
export function linesOfDoc(items: readonly ItemDoc[], currency: string): LineAmounts[] {
  const texts = items.map((item) => amountsAsText(item) as InvoiceItem);
  const computed = computeAmounts({
    conceptos: texts.map(concepto),
    decimalesMoneda: monedas.find(currency)?.decimales ?? 2,
  });
  if (!computed.ok) return texts.map(roughly);
  return computed.value.conceptos.map((line) => ({
    unit_value: line.valorUnitario,
    amount: line.importe,
    discount: line.descuento ?? null,
    taxes: [
      ...line.traslados.map((tax) => taxOfLine(tax, false)),
      ...line.retenciones.map((tax) => taxOfLine(tax, true)),
    ],
  }));
}

const taxOfLine = (tax: Traslado | Retencion, withholding: boolean): PdfTax => ({
  type: NAMES[tax.impuesto] ?? tax.impuesto,
  factor: tax.tipoFactor,
  rate: tax.tasaOCuota ?? null,
  base: tax.base,
  amount: tax.importe ?? null,
  withholding,
});

const roughly = ({ product, quantity, discount }: InvoiceItem): LineAmounts => ({
  unit_value: product.price,
  amount: formatDecimal(mulDiv(decimal(product.price), decimal(quantity), 1_000_000n), { min: 2 }),
  discount: discount === '0' ? null : discount,
});

/** Numbers become decimal text again, whole numbers of other fields there are none. */
function amountsAsText(value: unknown): unknown {
  if (typeof value === 'number') return formatDecimal(decimal(value));
  if (Array.isArray(value)) return value.map(amountsAsText);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, amountsAsText(item)]));
}
