import { ApiProperty } from '@nestjs/swagger';
import { MOST_SUPPLIED } from '#contracts';
import { Amount, Flag, Integer, Nested, OneOf, Text } from '#http';

const OPTIONAL = { optional: true } as const;
const MAX_TOTAL = 100_000_000;

/** Whom the sandbox plays, where nobody is named. */
export const PLAYED = { tax_id: 'PSA200101AB1', legal_name: 'PROVEEDORA DEL SANDBOX' } as const;

export class SandboxSupplierBody {
  @Text({
    ...OPTIONAL,
    max: 13,
    default: PLAYED.tax_id,
    description: 'RFC; one of the sandbox’s list of article 69-B makes its documents warn',
    example: 'DEF010101AAA',
    alsoCalled: ['rfc'],
  })
  tax_id?: string;

  @Text({
    ...OPTIONAL,
    max: 300,
    default: PLAYED.legal_name,
    description: 'Its legal name',
    alsoCalled: ['razon_social', 'nombre', 'name'],
  })
  legal_name?: string;
}

export class SupplierInvoicesBody {
  @Nested(() => SandboxSupplierBody, { ...OPTIONAL, description: 'Who issues them' })
  supplier?: SandboxSupplierBody;

  @Integer({ ...OPTIONAL, min: 1, max: MOST_SUPPLIED, default: 1, description: 'How many invoices' })
  quantity?: number;

  @Amount({
    ...OPTIONAL,
    ...{ above: 0, max: MAX_TOTAL, default: 1160 },
    description: 'Total of each in MXN, with 16 % IVA',
  })
  total?: string;

  @OneOf(['PUE', 'PPD'], {
    ...OPTIONAL,
    default: 'PUE',
    description: 'Whether they are paid at once',
    alsoCalled: ['metodo_pago'],
  })
  payment_method?: 'PUE' | 'PPD';

  @Flag({
    ...OPTIONAL,
    description:
      'Whether your acceptance is needed before the supplier may cancel. By default as the SAT has it: above 1,000 MXN',
  })
  acceptance?: boolean;

  @Text({
    ...OPTIONAL,
    exact: 36,
    description: 'UUID of one of these invoices (PPD): instead of invoices, its payment (type P) is issued',
  })
  pays?: string;
}

class SandboxSupplierShown {
  @ApiProperty({ description: 'RFC' }) tax_id!: string;
  @ApiProperty({ description: 'Its legal name' }) legal_name!: string;
}

export class SupplierInvoice {
  @ApiProperty({ description: 'Folio fiscal, upper case' }) uuid!: string;
  @ApiProperty({ enum: ['I', 'P'], description: 'Type of the Comprobante' }) type!: 'I' | 'P';
  @ApiProperty({ type: () => SandboxSupplierShown, description: 'Who issued it' })
  supplier!: SandboxSupplierShown;
  @ApiProperty({ description: 'Total; of a payment what it pays' }) total!: number;
  @ApiProperty({ type: String, format: 'date-time', description: 'When it was stamped' }) stamped_at!: string;
}

export class SupplierInvoices {
  @ApiProperty({ type: () => [SupplierInvoice], description: 'The documents that were issued' })
  data!: SupplierInvoice[];
}

export class SupplierCancellation {
  @ApiProperty({ description: 'Folio fiscal, upper case' }) uuid!: string;
  @ApiProperty({
    enum: ['pending', 'canceled'],
    description: 'Whether it is canceled',
  })
  status!: 'pending' | 'canceled';
}
