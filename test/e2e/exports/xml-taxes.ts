import { SaxesParser } from 'saxes';

/** Hundredths of MXN by the header of the export that shows them. */
export type Cents = Readonly<Record<string, number>>;

const RATES: Readonly<Record<string, string>> = { '0.160000': '16%', '0.080000': '8%', '0.000000': '0%' };
const NAMES: Readonly<Record<string, string>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };

/**
 * What an XML says of its taxes, read from its own sums (Impuestos, or Totales of Pagos) by what Anexo 20 calls them and
 * with nothing of ours: small amounts, whose products with a TipoCambio a double holds exactly enough to round.
 */
export function taxesOfXml(xml: string): Cents {
  const cents: Record<string, number> = {};
  let exchange = 1;
  let sign = 1;
  const path: string[] = [];
  const add = (header: string, amount: string | undefined): void => {
    if (amount === undefined) return;
    const value = sign * Math.round(Number(amount) * exchange * 100 + 1e-6);
    if (value !== 0) cents[header] = (cents[header] ?? 0) + value;
  };
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const at = attributes as Readonly<Record<string, string>>;
    path.push(name.replace(/^\w+:/, ''));
    const where = path.join('/');
    if (where === 'Comprobante') {
      exchange = Number(at['TipoCambio'] ?? 1);
      sign = at['TipoDeComprobante'] === 'E' ? -1 : 1;
      add('Total cobrado o pagado', at['Total']);
    }
    if (where === 'Comprobante/Conceptos/Concepto' && at['ObjetoImp'] === '01' && !where.includes('Pago'))
      add('No objeto de impuesto', at['Importe']);
    if (where === 'Comprobante/Impuestos/Traslados/Traslado') {
      if (at['TipoFactor'] === 'Exento') return add('Base IVA exento', at['Base']);
      const tax = NAMES[at['Impuesto'] ?? ''];
      if (tax === 'IEPS') return add('IEPS trasladado', at['Importe']);
      const rate = RATES[at['TasaOCuota'] ?? ''];
      add(`Base IVA ${rate}`, at['Base']);
      if (rate !== '0%') add(`IVA ${rate}`, at['Importe']);
    }
    if (where === 'Comprobante/Impuestos/Retenciones/Retencion')
      add(`${NAMES[at['Impuesto'] ?? '']} retenido`, at['Importe']);
    if (where === 'Comprobante/Complemento/Pagos/Totales') {
      add('Total cobrado o pagado', at['MontoTotalPagos']);
      add('IVA retenido', at['TotalRetencionesIVA']);
      add('ISR retenido', at['TotalRetencionesISR']);
      for (const rate of ['16', '8', '0']) add(`Base IVA ${rate}%`, at[`TotalTrasladosBaseIVA${rate}`]);
      for (const rate of ['16', '8']) add(`IVA ${rate}%`, at[`TotalTrasladosImpuestoIVA${rate}`]);
      add('Base IVA exento', at['TotalTrasladosBaseIVAExento']);
    }
  });
  parser.on('closetag', () => void path.pop());
  parser.write(xml).close();
  return cents;
}

/** The sum of several. */
export const sumOf = (all: readonly Cents[]): Cents => {
  const sum: Record<string, number> = {};
  for (const cents of all)
    for (const [header, value] of Object.entries(cents)) sum[header] = (sum[header] ?? 0) + value;
  return Object.fromEntries(Object.entries(sum).filter(([, value]) => value !== 0));
};
