/** Public test taxpayers of the tax authority, as receivers. */
export const universidad = {
  legal_name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  tax_id: 'URE180429TM6',
  tax_system: '601',
  email: 'pagos@example.com',
  address: { zip: '86991' },
} as const;
export const innovacion = {
  legal_name: 'INNOVACION VALOR Y DESARROLLO',
  tax_id: 'IVD920810GU2',
  tax_system: '601',
  address: { zip: '63901' },
} as const;
export const xochilt = {
  legal_name: 'XOCHILT CASAS CHAVEZ',
  tax_id: 'CACX7605101P8',
  tax_system: '612',
  address: { zip: '36257' },
} as const;

export const ukelele = { description: 'Ukelele', product_key: '60131324', price: 345.6 } as const;

/** A line with a product described in place. */
export const line = (product: object = {}, item: object = {}) => ({
  quantity: 1,
  product: { ...ukelele, ...product },
  ...item,
});

/** An invoice that can be stamped. */
export const invoice = (fields: object = {}) => ({
  customer: universidad,
  items: [line()],
  payment_form: '03',
  ...fields,
});

/** A sale that can be invoiced. */
export const sale = (fields: object = {}) => ({ items: [line()], payment_form: '01', ...fields });

/** One whose document makes the sandbox PAC do what docs/sandbox.md says of the trigger. */
export const triggered = (trigger: string, fields: object = {}) =>
  invoice({ items: [line({ sku: trigger })], ...fields });

/** A retention that can be stamped: a tenth of what services cost, withheld provisionally. */
export const retention = (fields: object = {}) => ({
  customer: xochilt,
  cve_retenc: '01',
  periodo: { mes_ini: 1, mes_fin: 3, ejerc: 2026 },
  totales: {
    ...{ monto_tot_operacion: 1000, monto_tot_exent: 0 },
    imp_retenidos: [{ base_ret: 1000, impuesto: 'ISR', monto_ret: 100, tipo_pago_ret: '04' }],
  },
  ...fields,
});

/** An invoice that is paid in parts, of 1160 unless said otherwise. */
export const inParts = (fields: object = {}, price = 1160) => ({
  customer: universidad,
  items: [{ product: { description: 'Curso', product_key: '86101700', price } }],
  ...{ payment_form: '99', payment_method: 'PPD', use: 'G03' },
  ...fields,
});

/** A payment, of what its complement says. */
export const payment = (data: unknown, fields: object = {}) => ({
  ...{ type: 'P', customer: universidad },
  complements: [{ type: 'pago', data }],
  ...fields,
});

/** What is stored of an answer: all of it but its warnings, which only who writes it gets. */
export function stored(answer: object): object {
  const { warnings: _, ...resource } = answer as { readonly warnings?: unknown };
  return resource;
}
