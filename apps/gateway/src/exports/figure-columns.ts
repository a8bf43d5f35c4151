import type { Figure } from '#billing';

/** What figures are called, in the order of their columns. */
export const FIGURE_HEADERS = {
  base16: 'Base IVA 16%',
  iva16: 'IVA 16%',
  base8: 'Base IVA 8%',
  iva8: 'IVA 8%',
  base0: 'Base IVA 0%',
  baseExento: 'Base IVA exento',
  baseNoObjeto: 'No objeto de impuesto',
  baseOtraTasa: 'Base IVA otra tasa',
  ivaOtraTasa: 'IVA otra tasa',
  ieps: 'IEPS trasladado',
  ivaRetenido: 'IVA retenido',
  isrRetenido: 'ISR retenido',
  iepsRetenido: 'IEPS retenido',
  localesTrasladados: 'Impuestos locales trasladados',
  localesRetenidos: 'Impuestos locales retenidos',
} as const satisfies Partial<Record<Figure, string>>;

export const TAX_FIGURES = Object.keys(FIGURE_HEADERS) as (keyof typeof FIGURE_HEADERS)[];
