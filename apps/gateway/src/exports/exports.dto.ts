import { Flag, OneOf, Text } from '#http';
import { MONTH } from './month.js';

const ISSUER_TYPES = ['issuing', 'receiving'] as const;

export class ExportQuery {
  @Text({
    ...{ pattern: MONTH, max: 7, example: '2026-11' },
    expected: { es: 'un mes AAAA-MM, como 2026-11', en: 'a month YYYY-MM, such as 2026-11' },
    description: 'YYYY-MM, in the local time of each document (its Fecha)',
    alsoCalled: ['mes', 'period', 'date'],
  })
  month!: string;
  @OneOf(ISSUER_TYPES, { optional: true, description: 'By default, both: issued and received' })
  issuer_type?: 'issuing' | 'receiving';
}

export class TaxExportQuery extends ExportQuery {
  @Flag({ optional: true, default: false, description: 'The documents behind the sums, a row each' })
  detail?: boolean;
}
