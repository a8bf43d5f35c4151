import type { ImpuestoInput } from '../input.js';

const isTransferred = ({ impuesto, retencion, tipoFactor }: ImpuestoInput): boolean =>
  impuesto === 'IEPS' && !retencion && tipoFactor !== 'Exento';

/** Whether a transferred IEPS is folded into the price instead of being shown. */
export const isInside = (impuesto: ImpuestoInput): boolean =>
  isTransferred(impuesto) &&
  (impuesto.iepsMode === 'unit' || impuesto.iepsMode === 'subtract_before_break_down');

/** Whether IVA is charged on this transferred IEPS too. */
export const feedsIva = (impuesto: ImpuestoInput): boolean =>
  isTransferred(impuesto) && (impuesto.iepsMode ?? 'sum_before_taxes') === 'sum_before_taxes';
