import { complementDataSchemas, type OpenSchema } from '#cfdi';

const text = (description: string): OpenSchema => ({ type: 'string', description });
const orNull = (type: string, description: string): OpenSchema => ({ type: [type, 'null'], description });
const number = (description: string): OpenSchema => ({ type: 'number', description });
const listOf = (schema: string, description: string): OpenSchema => ({
  ...{ type: 'array', description },
  items: { $ref: `#/components/schemas/${schema}` },
});
/** All fields are always there. */
const answer = (description: string, properties: Readonly<Record<string, OpenSchema>>): OpenSchema => ({
  ...{ type: 'object', description, properties },
  required: Object.keys(properties),
});

/** `{ type, data }` of one type: what code generators make a class of. */
const variant = (type: string, description: string, data: OpenSchema): OpenSchema => ({
  ...{ type: 'object', description },
  properties: {
    type: {
      ...{ type: 'string', enum: [type], description: 'Which complement it is' },
      'x-enum-descriptions': { [type]: description },
    },
    data,
  },
  required: ['type', 'data'],
});

/** One of several, which `type` tells apart. */
function oneOf(description: string, variants: Readonly<Record<string, string>>): OpenSchema {
  const refs = Object.entries(variants).map(
    ([type, name]) => [type, `#/components/schemas/${name}`] as const,
  );
  return {
    description,
    oneOf: refs.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(refs) },
  };
}

const { nomina, carta_porte, carta_porte_in_groups, comercio_exterior, leyendas_fiscales } =
  complementDataSchemas();
const dataOf = (schema: string): OpenSchema => ({ $ref: `#/components/schemas/${schema}` });

const others = {
  nomina: 'NominaComplement',
  carta_porte: 'CartaPorteComplement',
  comercio_exterior: 'ComercioExteriorComplement',
  leyendas_fiscales: 'LeyendasFiscalesComplement',
  custom: 'CustomComplement',
};

const paymentAnswer = {
  AnsweredPaymentTax: answer('A tax of a paid document', {
    base: number('Base of the paid part, in the currency of the document'),
    type: text('IVA, ISR or IEPS'),
    factor: text('Tasa, Cuota or Exento'),
    rate: orNull('number', 'Rate, or amount per unit'),
    withholding: { type: 'boolean', description: 'Whether it is withheld' },
    amount: orNull('number', 'Amount; null: base by rate'),
  }),
  AnsweredPaymentDocument: answer('An invoice that is paid', {
    invoice: orNull('string', 'Id of the invoice; null: it was issued elsewhere'),
    uuid: text('Folio fiscal of the paid invoice'),
    amount: number('Paid part, in the currency of the document'),
    installment: { type: 'integer', description: 'NumParcialidad: 1 for the first payment' },
    last_balance: number('Balance before this payment'),
    taxes: listOf('AnsweredPaymentTax', 'Taxes of the paid part'),
    taxability: text('Whether the paid invoice is subject to taxes (c_ObjetoImp): 02 has them in `taxes`'),
    currency: text('Currency of the paid invoice, in three letters: MXN'),
    exchange: number("Units of the document's currency for one of the payment's"),
    folio_number: orNull('number', 'Folio of the document'),
    series: orNull('string', 'Series of the document'),
  }),
  AnsweredPayment: answer('A payment, complete', {
    payment_form: text('How it was paid (c_FormaPago), never 99'),
    currency: text('Currency of the payment, in three letters: MXN'),
    exchange: number('MXN for one unit of its currency'),
    date: orNull('string', 'When it was received; null: at the date of the document'),
    related_documents: listOf('AnsweredPaymentDocument', 'The invoices that it pays'),
    numOperacion: orNull('string', 'Number of the operation at the bank'),
    rfcEmisorCtaOrd: orNull('string', "RFC of the payer's bank"),
    nomBancoOrdExt: orNull('string', "Name of the payer's bank, where it is foreign"),
    ctaOrdenante: orNull('string', "Payer's account"),
    rfcEmisorCtaBen: orNull('string', "RFC of the payee's bank"),
    ctaBeneficiario: orNull('string', "Payee's account"),
    tipoCadPago: orNull('string', 'Kind of the proof of payment (c_TipoCadenaPago): 01 is SPEI'),
    certPago: orNull('string', 'Certificate of the payment, in base64'),
    cadPago: orNull('string', 'Cadena original of the payment'),
    selloPago: orNull('string', 'Sello of the payment, in base64'),
  }),
};

/** Complements by type, in place of the classes of these names: what the code validates by tables is no class. */
export const complementSchemas: Readonly<Record<string, OpenSchema>> = {
  NominaData: {
    ...nomina,
    description:
      'The payroll of one worker (Nómina 1.2), in pesos and in snake case; the totals are worked out',
  },
  CartaPorteData: {
    ...carta_porte,
    description:
      "Goods that are moved, from where to where and by what (Carta Porte 3.1), in the SAT's spelling",
  },
  CartaPorteDataInGroups: {
    ...carta_porte_in_groups,
    description: 'The same with the groups of the standard: `"Ubicaciones": { "Ubicacion": […] }`, and so on',
  },
  ComercioExteriorData: {
    ...comercio_exterior,
    description:
      "A definitive export with the pedimento key A1 (Comercio Exterior 2.0), in the SAT's spelling; the invoice has `export` 02",
  },
  LeyendasFiscalesData: {
    ...leyendas_fiscales,
    description: 'Legends that tax provisions demand on the invoice (Leyendas Fiscales 1.0)',
  },
  // The list and the one payment are two schemas: with a oneOf in `data` generated Java does not compile (ADR 84).
  PagoComplement: {
    description: 'Payments of invoices (Pagos 2.0): a list, or one alone',
    anyOf: [dataOf('PagosComplement'), dataOf('OnePagoComplement')],
  },
  PagosComplement: variant('pago', 'Payments of invoices (Pagos 2.0)', {
    ...listOf('PaymentBody', 'The payments'),
    minItems: 1,
    maxItems: 100,
  }),
  OnePagoComplement: variant('pago', 'One payment (Pagos 2.0)', {
    ...dataOf('PaymentBody'),
    description: 'The payment: `{ "invoice": "…", "amount": 500, "payment_form": "03" }`',
  }),
  NominaComplement: variant('nomina', 'A payroll (Nómina 1.2)', {
    ...dataOf('NominaData'),
    description: 'The payroll',
  }),
  CartaPorteComplement: variant('carta_porte', 'Transport of goods (Carta Porte 3.1)', {
    description: 'The transport: places and others are lists, or in the groups of the standard',
    anyOf: [dataOf('CartaPorteData'), dataOf('CartaPorteDataInGroups')],
  }),
  ComercioExteriorComplement: variant(
    ...([
      'comercio_exterior',
      'An export (Comercio Exterior 2.0)',
      { ...dataOf('ComercioExteriorData'), description: 'The export' },
    ] as const),
  ),
  LeyendasFiscalesComplement: variant(
    ...([
      'leyendas_fiscales',
      'Legends that tax provisions ask for',
      { ...dataOf('LeyendasFiscalesData'), description: 'The legends' },
    ] as const),
  ),
  CustomComplement: variant('custom', 'Any other complement of CFDI 4.0, as XML', {
    ...text('XML of one element'),
    maxLength: 2_000_000,
  }),
  ComplementBody: oneOf('A complement: `type` says what `data` is', { pago: 'PagoComplement', ...others }),
  ...paymentAnswer,
  AnsweredPagoComplement: variant('pago', 'Payments of invoices (Pagos 2.0)', {
    ...listOf('AnsweredPayment', 'The payments, with what was left out of them'),
  }),
  InvoiceComplement: oneOf(
    'A complement of an invoice: payments are complete, the others as they were sent',
    {
      pago: 'AnsweredPagoComplement',
      ...others,
    },
  ),
};
