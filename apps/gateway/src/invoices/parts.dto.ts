import { hints, periodicityHints } from '#billing';
import { Integer, ListOf, Text, text } from '#http';

const OPTIONAL = { optional: true } as const;
/** null takes the value away again. */
const CLEARABLE = { optional: true, nullable: true } as const;
const ZIP = { digits: 5, pattern: /^\d{5}$/, expected: { es: '5 dígitos', en: '5 digits' } } as const;

export class PlaceOfIssueBody {
  @Text({ ...CLEARABLE, max: 200, description: 'Street of the place of issue' }) street?: string | null;
  @Text({ ...CLEARABLE, max: 60, description: 'Number of the building' }) exterior?: string | null;
  @Text({ ...CLEARABLE, max: 60, description: 'Number of the apartment or office' }) interior?: string | null;
  @Text({ ...CLEARABLE, max: 120, description: 'Neighborhood (colonia)' }) neighborhood?: string | null;
  @Text({ ...CLEARABLE, max: 120, description: 'City or town' }) city?: string | null;
  @Text({ ...CLEARABLE, max: 120, description: 'Municipality or alcaldía' }) municipality?: string | null;
  @Text({
    ...ZIP,
    description: "Postal code: the CFDI's LugarExpedicion",
    alsoCalled: ['codigo_postal', 'cp', 'postal_code'],
  })
  zip!: string;
  @Text({ ...CLEARABLE, max: 120, description: 'State of Mexico, by its name or its key (c_Estado)' })
  state?: string | null;
  @Text({ ...CLEARABLE, pattern: /^MEX$/, expected: 'MEX', description: 'Invoices are issued in Mexico' })
  country?: string | null;
}

export class ThirdPartyBody {
  @Text({ max: 300, description: 'Name of the third party, without its corporate regime' })
  legal_name!: string;
  @Text({ min: 12, max: 13, description: 'RFC of the third party' }) tax_id!: string;
  @Text({ exact: 3, description: 'Fiscal regime of the third party (c_RegimenFiscal)' }) tax_system!: string;
  @Text({ ...ZIP, description: 'Postal code of its fiscal address' }) zip!: string;
}

export class RelatedDocumentBody {
  @Text({
    exact: 2,
    description: 'How the invoice relates to these documents (c_TipoRelacion)',
    hint: hints.relationship,
    alsoCalled: ['tipo_relacion'],
  })
  relationship!: string;
  @ListOf(text({ max: 36 }), { ...OPTIONAL, max: 1000, description: 'UUIDs of the documents' })
  documents?: string[];
  @Text({ ...OPTIONAL, max: 36, description: 'One UUID, as older clients send it' }) uuid?: string;
}

export class GlobalBody {
  @Text({
    ...{
      max: 20,
      description:
        'How long the period of the sales is: day, week, fortnight, month, or two_months of the regime 621',
      hint: periodicityHints,
    },
    alsoCalled: ['periodicidad'],
  })
  periodicity!: string;
  @Text({
    exact: 2,
    description: 'Month of the sales, 01 to 12; with two_months, 13 to 18 (c_Meses)',
    hint: hints.months,
    alsoCalled: ['meses', 'mes'],
  })
  months!: string;
  @Integer({ min: 2021, max: 2100, description: 'The year of the sales: this one or the one before' })
  year!: number;
}
