import type { GivenPdfOptions, InvoicePdfModel, PdfOptions } from './model.js';

/**
 * What is shown where neither the organization nor the invoice says (contract: pdf_options, pdf_extra). A Carta Porte has to
 * travel with the goods, and a payslip names position and contract, so these are shown unless somebody turns them off.
 */
export const defaultPdfOptions: PdfOptions = {
  codes: true,
  product_key: true,
  address_codes: true,
  export_key: false,
  round_unit_price: false,
  tax_breakdown: true,
  ieps_breakdown: true,
  combine_ieps_with_subtotal: false,
  render_carta_porte: true,
  render_iedu: false,
  render_hyp_complement: false,
  render_comercio_exterior: false,
  repeat_signature: false,
  payroll_options: { tipo_contrato: true, puesto: true, riesgo_puesto: false, antiguedad: false },
};

/** The options of a document, flag by flag: the invoice's own, else the organization's, else the default. */
export function optionsOf({
  organization,
  pdf_options,
}: Pick<InvoicePdfModel, 'organization' | 'pdf_options'>): PdfOptions {
  const layers = [organization.pdf_extra, pdf_options].map((given): GivenPdfOptions => given ?? {});
  return {
    ...Object.assign({}, defaultPdfOptions, ...layers.map(booleans)),
    payroll_options: Object.assign(
      {},
      defaultPdfOptions.payroll_options,
      ...layers.map(({ payroll_options }) => booleans(payroll_options ?? {})),
    ),
  } as PdfOptions;
}

/** The flags that were set: null says nothing. */
const booleans = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === 'boolean'));
