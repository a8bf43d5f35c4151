import { concepto } from '#billing';
import { computeAmounts, type ParsedComprobante, type ParsedConcepto, type ParsedImpuesto } from '#cfdi';
import type { XmlNode, Retencion, Traslado } from '#cfdi';
import type { InvoiceItem } from '#contracts';
import { decimal, formatDecimal, mulDiv } from '#kernel';
import { monedas } from '#sat';
import type { PdfItem, PdfTax } from '#pdf';

/** One line as the document carries it: its amounts, and the element of its complement. */
export type LineAmounts = Pick<PdfItem, 'unit_value' | 'amount' | 'taxes' | 'complemento'> & {
  /** As the document writes it; where there is none yet, the item's own. */
  readonly quantity?: string;
  readonly discount: string | null;
};

const NAMES: Readonly<Record<string, string>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };

/** The lines of a document, read back from its XML: the PDF shows what the CFDI says. */
export const linesOfDocument = ({ conceptos }: ParsedComprobante): LineAmounts[] =>
  conceptos.map((line) => ({
    quantity: line.attributes['Cantidad'] ?? '0',
    unit_value: line.attributes['ValorUnitario'] ?? '0',
    amount: line.attributes['Importe'] ?? '0',
    discount: line.attributes['Descuento'] ?? null,
    taxes: [
      ...line.traslados.map((tax) => taxOfXml(tax, false)),
      ...line.retenciones.map((tax) => taxOfXml(tax, true)),
    ],
    complemento: complementoOf(line) ?? null,
  }));

const complementoOf = ({ node }: ParsedConcepto): XmlNode | undefined =>
  node.children.find(({ name }) => name === 'ComplementoConcepto')?.children[0];

const taxOfXml = (tax: ParsedImpuesto, withholding: boolean): PdfTax => ({
  type: NAMES[tax.Impuesto ?? ''] ?? tax.Impuesto ?? '',
  factor: tax.TipoFactor ?? 'Tasa',
  rate: tax.TasaOCuota ?? null,
  base: tax.Base ?? null,
  amount: tax.Importe ?? null,
  withholding,
});

/** The lines of a document that can't be built yet: their amounts, computed as they will be, or roughly. */
export function linesOfItems(items: readonly InvoiceItem[], currency: string): LineAmounts[] {
  const computed = computeAmounts({
    conceptos: items.map(concepto),
    decimalesMoneda: monedas.find(currency)?.decimales ?? 2,
  });
  if (!computed.ok) return items.map(roughly);
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
