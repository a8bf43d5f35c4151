import type { Json } from '../../../support/app.js';
import { invoice, line, payment } from '../../../support/bodies.js';
import { cartaPorteRows } from './carta-porte.js';
import { typedInvoices } from '../documents/types.js';
import { withValue, type RuleRow } from './rule.js';

/** Rules of the matrices, each with a request that breaks it and one that just doesn't. */

const fuel = (complement?: Json, fields: Json = {}): Json =>
  invoice({
    items: [
      line(
        { product_key: '15101505', unit_key: 'LTR', unit_name: 'Litro', description: 'Diésel' },
        complement === undefined ? {} : { complement },
      ),
    ],
    ...fields,
  }) as Json;
const permit: Json = {
  ...{ tipo_permiso: 'PER11', numero_permiso: 'F00.07.UH/1/2026', sub_producto_hyp: 'SP18' },
};
const school: Json = {
  ...{ nombreAlumno: 'Zoë', CURP: 'CACX760510MGTSHC04', nivelEducativo: 'Primaria', autRVOE: '2015PRIM' },
};

const fuelRows: readonly RuleRow[] = [
  {
    ...{ rule: 'CFDI40163', what: 'fuel that is sold without its permit', path: 'items.0.complement' },
    ...{ broken: fuel(), kept: fuel(permit) },
  },
  {
    ...{ rule: 'CFDI40163', what: 'fuel that is returned with a school', path: 'items.0.complement' },
    ...{ broken: fuel(school, { type: 'E' }), kept: fuel(permit, { type: 'E' }) },
  },
  {
    ...{ rule: 'CCHYP107', what: 'a permit of another form', path: 'items.0.complement.numero_permiso' },
    broken: fuel({ ...permit, numero_permiso: 'F00.07.UH/123/26' }),
    kept: fuel(permit),
  },
  {
    ...{ rule: 'CCHYP110', what: 'petrol as diesel', path: 'items.0.complement.sub_producto_hyp' },
    ...{ broken: fuel({ ...permit, sub_producto_hyp: 'SP16' }), kept: fuel(permit) },
  },
];

const exported = typedInvoices['an export']?.body;
const publico = {
  ...{ legal_name: 'Público en general', tax_id: 'XAXX010101000', tax_system: '616' },
  address: { zip: '42501' },
};
const paidElsewhere = {
  payment_form: '03',
  related_documents: [
    {
      ...{ uuid: '39C85A3F-275B-4341-B259-E8971D9F8A94', amount: 116, installment: 1, last_balance: 116 },
      taxes: [{ base: 100, rate: 0.16 }],
    },
  ],
};
const global = { periodicity: 'month', months: '11', year: 2026 };

const related = (relationship: string): Json =>
  invoice({
    related_documents: [{ relationship, documents: ['39C85A3F-275B-4341-B259-E8971D9F8A94'] }],
  });

const documentRows: readonly RuleRow[] = [
  ...['08', '09'].map((relation): RuleRow => ({
    ...{ rule: 'CFDI40137', what: `relation ${relation}`, path: 'related_documents.0.relationship' },
    ...{ broken: related(relation), kept: related('07') },
  })),
  {
    ...{ rule: null, what: 'a global invoice of a year', path: 'global.periodicity' },
    broken: invoice({ customer: publico, use: 'S01', global: { ...global, periodicity: 'year' } }),
    kept: invoice({ customer: publico, use: 'S01', global }),
  },
  {
    ...{ rule: 'CRP20101', what: 'a payment complement in an income', path: 'complements.0' },
    broken: invoice({ complements: [{ type: 'pago', data: [paidElsewhere] }] }),
    kept: payment([paidElsewhere]),
  },
  {
    ...{ rule: 'NOM2', what: 'a payroll in a credit note', path: 'complements.0' },
    broken: { ...invoice({ type: 'E' }), complements: typedInvoices['a payroll']?.body['complements'] },
    kept: typedInvoices['a payroll']?.body ?? {},
  },
  {
    ...{ rule: 'CFDI40195', what: 'goods that are exported with a pedimento', path: 'items.0.customs_keys' },
    broken: withValue(exported, 'items.0.customs_keys', ['25  16  1029  5000123']),
    kept: exported,
  },
  {
    ...{ rule: 'CFDI40130', what: 'the general public, with its accent, without global', path: 'global' },
    broken: invoice({ customer: publico, use: 'S01' }),
    kept: invoice({ customer: publico, use: 'S01', global }),
  },
];

export const ruleRows: readonly RuleRow[] = [...fuelRows, ...cartaPorteRows, ...documentRows];
