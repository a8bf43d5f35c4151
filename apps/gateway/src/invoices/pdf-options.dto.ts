import { Flag, Nested } from '#http';

const OPTIONAL = { optional: true } as const;

export class PayrollOptionsBody {
  @Flag({ ...OPTIONAL, description: 'Whether the kind of contract is shown' }) tipo_contrato?: boolean;
  @Flag({ ...OPTIONAL, description: 'Whether the job of the worker is shown' }) puesto?: boolean;
  @Flag({ ...OPTIONAL, description: 'Whether the class of risk of the job is shown' })
  riesgo_puesto?: boolean;
  @Flag({ ...OPTIONAL, description: 'Whether the time employed is shown' }) antiguedad?: boolean;
}

export class PdfOptionsBody {
  @Flag({ ...OPTIONAL, description: 'Keys of catalogues before their words' }) codes?: boolean;
  @Flag({ ...OPTIONAL, description: 'Whether the key of each product is shown (c_ClaveProdServ)' })
  product_key?: boolean;
  @Flag({ ...OPTIONAL, description: 'Keys of countries, states and other places before their names' })
  address_codes?: boolean;
  @Flag({ ...OPTIONAL, description: 'Whether the key of export is shown (c_Exportacion)' })
  export_key?: boolean;
  @Flag({ ...OPTIONAL, description: 'Unit prices with the decimals of the currency, instead of up to six' })
  round_unit_price?: boolean;
  @Flag({ ...OPTIONAL, description: 'Taxes by item and by rate; else only their sums' })
  tax_breakdown?: boolean;
  @Flag({ ...OPTIONAL, description: 'IEPS by item and by rate; else one sum' }) ieps_breakdown?: boolean;
  @Flag({ ...OPTIONAL, description: 'The subtotal with the IEPS in it' })
  combine_ieps_with_subtotal?: boolean;
  @Flag({ ...OPTIONAL, description: 'The complement Carta Porte, with its own QR code' })
  render_carta_porte?: boolean;
  @Flag({ ...OPTIONAL, description: 'The complement of private schools' }) render_iedu?: boolean;
  @Flag({ ...OPTIONAL, description: 'The complement of hydrocarbons' }) render_hyp_complement?: boolean;
  @Flag({ ...OPTIONAL, description: 'The complement of foreign trade' }) render_comercio_exterior?: boolean;
  @Flag({ ...OPTIONAL, description: 'QR code and sellos on every page' }) repeat_signature?: boolean;
  @Nested(() => PayrollOptionsBody, { ...OPTIONAL, description: 'What a payslip shows of the employee' })
  payroll_options?: PayrollOptionsBody;
}
