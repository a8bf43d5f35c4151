import { describe, expect, it } from '@jest/globals';
import { newOrganizationDoc } from '#answers';
import type { ComprobanteInput } from '#cfdi';
import { sampleInputs } from '#cfdi/testing/documents';
import { modelOf } from './testing-documents.js';
import type { GivenPdfOptions, InvoicePdfModel } from '#pdf/model';
import { defaultPdfOptions, optionsOf } from '#pdf/options';
import { invoiceHtml } from '#pdf';
import { sampleInvoice } from '#pdf/testing/sample-model';
import { textOf } from '#pdf/testing/tools';

const documents = new Map<string, ComprobanteInput>(sampleInputs());
const document = (name: string): InvoicePdfModel => {
  const input = documents.get(name);
  if (!input) throw new Error(name);
  return modelOf(input);
};

const ieps = sampleInvoice({
  ...{ subtotal: '1000', discount: '0' },
  taxes: [
    { type: 'IEPS', rate: '0.08', amount: '80' },
    { type: 'IEPS', factor: 'Cuota', rate: '5.2', amount: '20' },
    { type: 'IVA', rate: '0.16', amount: '176' },
    { type: 'IVA', factor: 'Exento', base: '10' },
    { type: 'ISR', rate: '0.1', withholding: true, amount: '100' },
  ],
});
const payroll = document('nómina 5');
const foreign = sampleInvoice({
  customer: {
    ...{ legal_name: 'ACME INC', tax_id: '123456789' },
    address: { street: '5th Avenue', zip: '10118', country: 'USA' },
  },
});

/** The parts that a document has only with an option on, and only with it off. */
const table: readonly {
  readonly flag: string;
  readonly of: InvoicePdfModel;
  readonly on: readonly string[];
  readonly off: readonly string[];
}[] = [
  {
    flag: 'codes',
    of: sampleInvoice(),
    on: ['Uso del CFDI G03 - Gastos en general', '02 - Sí objeto de impuesto', '601 - General de Ley'],
    off: [
      'Clave 81112101 Sí objeto de impuesto',
      'Uso del CFDI Gastos en general',
      'Método de pago Pago en una sola',
    ],
  },
  { flag: 'product_key', of: sampleInvoice(), on: ['Clave 50201706', 'Pieza H87'], off: [] },
  { flag: 'address_codes', of: foreign, on: ['USA - Estados Unidos'], off: ['10118, Estados Unidos'] },
  { flag: 'export_key', of: sampleInvoice(), on: ['Exportación 01 - No aplica'], off: [] },
  { flag: 'round_unit_price', of: sampleInvoice(), on: [' 241.38 '], off: [' 241.37931 '] },
  {
    flag: 'tax_breakdown',
    of: ieps,
    on: [
      'Subtotal 1,000.00 IEPS 8% 80.00 IEPS cuota 5.2 20.00 IVA 16% 176.00 IVA exento 0.00 Ret. ISR 10% -100.00',
      'IVA 16%: 1,632.96',
    ],
    off: ['Subtotal 1,000.00 Impuestos trasladados 276.00 Impuestos retenidos -100.00'],
  },
  {
    flag: 'ieps_breakdown',
    of: ieps,
    on: ['IEPS 8% 80.00 IEPS cuota 5.2 20.00'],
    off: ['Subtotal 1,000.00 IEPS 100.00 IVA 16% 176.00'],
  },
  {
    flag: 'combine_ieps_with_subtotal',
    of: ieps,
    on: ['Subtotal 1,100.00 IVA 16% 176.00'],
    off: ['Subtotal 1,000.00 IEPS 8% 80.00'],
  },
  {
    flag: 'render_carta_porte',
    of: document('carta porte 3'),
    on: ['Carta Porte 3.1', 'Ubicaciones', 'Verificación de la Carta Porte', 'Figuras del transporte'],
    off: [],
  },
  {
    flag: 'render_iedu',
    of: document('cabeza 15'),
    on: ['Instituciones educativas: Alumno: Zoë & <Ñoño>', 'RVOE: 201587PRIM'],
    off: [],
  },
  {
    flag: 'render_hyp_complement',
    of: document('cabeza 16'),
    on: ['Hidrocarburos y petrolíferos:', 'PL/10001/EXP/ES/2015'],
    off: [],
  },
  {
    flag: 'render_comercio_exterior',
    of: document('comercio exterior 1'),
    on: ['Comercio exterior 2.0', 'Clave de pedimento A1', 'Fracción arancelaria'],
    off: [],
  },
  { flag: 'payroll_options.tipo_contrato', of: payroll, on: ['Tipo de contrato 01 - Contrato'], off: [] },
  { flag: 'payroll_options.puesto', of: payroll, on: ['Puesto Ingeniera de software'], off: [] },
  { flag: 'payroll_options.riesgo_puesto', of: payroll, on: ['Riesgo de puesto 5 - Clase V'], off: [] },
  { flag: 'payroll_options.antiguedad', of: payroll, on: ['Antigüedad P11Y10M14D'], off: [] },
];

const given = (flag: string, value: boolean): GivenPdfOptions => {
  const [name = '', inner] = flag.split('.');
  return { [name]: inner === undefined ? value : { [inner]: value } };
};
const pageOf = (model: InvoicePdfModel): string => textOf(invoiceHtml(model));

describe('options', () => {
  it.each(table)('$flag, of the invoice before that of its organization', ({ flag, of, on, off }) => {
    const [name = '', inner] = flag.split('.');
    const standard = { ...defaultPdfOptions, ...defaultPdfOptions.payroll_options }[inner ?? name];
    const look = (value: boolean, text: string) => {
      expect(on.filter((part) => text.includes(part))).toEqual(value ? on : []);
      expect(off.filter((part) => text.includes(part))).toEqual(value ? [] : off);
    };
    look(standard === true, pageOf(of));
    for (const value of [true, false]) {
      const organization = { ...of.organization, pdf_extra: given(flag, value) };
      look(value, pageOf({ ...of, organization }));
      look(!value, pageOf({ ...of, organization, pdf_options: given(flag, !value) }));
    }
  });

  it('repeat_signature puts the seals into what every page repeats', () => {
    const plain = invoiceHtml(sampleInvoice());
    const repeated = invoiceHtml(sampleInvoice({ pdf_options: { repeat_signature: true } }));
    expect(plain).not.toContain('<tfoot>');
    expect(/<tfoot>[\s\S]*<\/tfoot>/.exec(repeated)?.[0]).toContain('Sello digital del SAT');
    expect(repeated.match(/Código QR de verificación/g)).toHaveLength(1);
  });

  it('is every option that there is tried', () => {
    const { payroll_options, ...rest } = defaultPdfOptions;
    const all = [
      ...Object.keys(rest),
      ...Object.keys(payroll_options).map((name) => `payroll_options.${name}`),
    ];
    expect(new Set([...table.map(({ flag }) => flag), 'repeat_signature'])).toEqual(new Set(all));
  });

  it('are the same for a new organization as where nothing was said', () => {
    const { customization } = newOrganizationDoc('o', 'a', '2026-11-20T18:00:00.000Z');
    expect(customization.pdf_extra).toEqual(defaultPdfOptions);
  });

  it('takes missing options from the defaults, flag by flag', () => {
    const { organization } = sampleInvoice();
    const pdf_extra = { codes: false, payroll_options: { puesto: true } };
    const model = sampleInvoice({
      organization: { ...organization, pdf_extra },
      pdf_options: { payroll_options: { antiguedad: true } },
    });
    expect(optionsOf(model)).toEqual({
      ...{ ...defaultPdfOptions, codes: false },
      payroll_options: { ...defaultPdfOptions.payroll_options, puesto: true, antiguedad: true },
    });
    const nothing = { codes: null, payroll_options: null } as unknown as GivenPdfOptions;
    expect(optionsOf(sampleInvoice({ pdf_options: nothing }))).toEqual(defaultPdfOptions);
  });
});
