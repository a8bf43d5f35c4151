import { ApiProperty } from '@nestjs/swagger';
import { INVOICE_SOURCES } from '#contracts';
import { Address } from '../address.js';
import { ProductLocalTax, ProductTax } from '../products/dto.js';

/** Parts of invoices as answered; see answer.ts. */

export const nullableText = { type: String, nullable: true } as const;
export const nullableNumber = { type: Number, nullable: true } as const;
export const instant = { type: String, format: 'date-time' } as const;
export const nullableInstant = { ...instant, nullable: true } as const;
export const STATUSES = ['draft', 'pending', 'valid', 'canceled', 'failed'] as const;
export const CANCELLATIONS = ['none', 'verifying', 'pending', 'accepted', 'rejected', 'expired'] as const;

export class InvoiceCustomer {
  @ApiProperty({
    ...nullableText,
    description: 'Id of the customer; null if it is not stored, as of an imported document',
  })
  id!: string | null;
  @ApiProperty({ description: 'Legal name as the CFDI has it' }) legal_name!: string;
  @ApiProperty({ ...nullableText, description: 'RFC; of a customer abroad, its tax number there' }) tax_id!:
    string | null;
  @ApiProperty({ ...nullableText, description: 'Fiscal regime of the customer (c_RegimenFiscal)' })
  tax_system!: string | null;
  @ApiProperty({ ...nullableText, description: 'Where its documents are mailed' }) email!: string | null;
  @ApiProperty({ type: () => Address, description: 'Its fiscal address' }) address!: Address;
}

export class InvoiceIssuer {
  @ApiProperty({ description: 'Legal name as the CFDI has it' }) legal_name!: string;
  @ApiProperty({ description: 'RFC of the issuer' }) tax_id!: string;
  @ApiProperty({ description: 'Fiscal regime of the issuer (c_RegimenFiscal)' }) tax_system!: string;
  @ApiProperty({ type: () => Address, description: 'Its fiscal address' }) address!: Address;
}

export class InvoiceThirdParty {
  @ApiProperty({ description: 'Legal name of the third party' }) legal_name!: string;
  @ApiProperty({ description: 'RFC of the third party' }) tax_id!: string;
  @ApiProperty({ description: 'Fiscal regime of the third party (c_RegimenFiscal)' }) tax_system!: string;
  @ApiProperty({ description: 'Postal code of its fiscal address' }) zip!: string;
}

export class InvoiceRelatedDocuments {
  @ApiProperty({ description: 'How it relates to these documents (c_TipoRelacion)' }) relationship!: string;
  @ApiProperty({ type: [String], description: 'UUIDs of the documents' }) documents!: readonly string[];
  @ApiProperty({ ...nullableText, description: 'The first document, for older clients' })
  uuid!: string | null;
}

export class InvoiceGlobal {
  @ApiProperty({ description: 'How long the period is: day, week, fortnight, month or two_months' })
  periodicity!: string;
  @ApiProperty({ description: 'Month of the sales, 01 to 12, or 13 to 18 for two (c_Meses)' })
  months!: string;
  @ApiProperty({ description: 'The year of the sales' }) year!: number;
}

export class InvoiceCancellation {
  @ApiProperty({
    ...instant,
    description: 'When it was requested; of one that was not requested here, when it was found',
  })
  requested_at!: string;
  @ApiProperty({ enum: CANCELLATIONS, description: 'How far it is' }) status!: string;
  @ApiProperty({ ...instant, description: 'When the SAT was last asked, or answered' }) last_checked!: string;
  @ApiProperty({
    ...nullableText,
    description: 'Why it was canceled (c_Motivo); null if it was canceled outside this service',
  })
  motive!: string | null;
  @ApiProperty({ ...nullableText, description: 'UUID of the invoice that takes its place, with motive 01' })
  substitutionUUID!: string | null;
}

export class InvoiceStamp {
  @ApiProperty({ description: 'The issuer’s sello' }) signature!: string;
  @ApiProperty({ ...instant, description: 'When the PAC stamped it' }) date!: string;
  @ApiProperty({ description: 'Number of the certificate that the stamp is signed with' })
  sat_cert_number!: string;
  @ApiProperty({ description: 'The sello of the stamp (SelloSAT)' }) sat_signature!: string;
  @ApiProperty({ description: 'Cadena original of the stamp' }) complement_string!: string;
  @ApiProperty({ description: 'RFC of the PAC' }) rfc_provider_cert!: string;
  @ApiProperty({ description: 'Number of the issuer’s CSD' }) issuer_cert_number!: string;
}

export class ImportedDocument {
  @ApiProperty({ enum: INVOICE_SOURCES, description: 'How it came here' }) source!: string;
  @ApiProperty({ ...instant, description: 'When it was imported' }) at!: string;
  @ApiProperty({
    ...nullableText,
    enum: ['valid', 'canceled', 'not_found', null],
    description: 'How the tax authority has it; null if it has not answered yet',
  })
  sat_status!: string | null;
  @ApiProperty({ ...nullableInstant, description: 'When the tax authority was last asked; null: not yet' })
  sat_checked_at!: string | null;
  @ApiProperty({
    ...nullableText,
    enum: ['listed', 'third_party_listed', 'not_listed', null],
    description: 'Whether its issuer is on the list of article 69-B; null if the tax authority does not say',
  })
  efos!: string | null;
  @ApiProperty({
    required: false,
    description: 'Folio as it is written, of a document whose folio_number can’t say it',
  })
  folio?: string;
}

export class InvoiceSupplier {
  @ApiProperty({ description: 'Id of the supplier' }) id!: string;
  @ApiProperty({ description: 'Legal name of the supplier' }) legal_name!: string;
  @ApiProperty({ description: 'RFC of the supplier' }) tax_id!: string;
}

export class InvoiceItemProduct {
  @ApiProperty({ ...nullableText, description: 'Id of the product; null if the invoice itself describes it' })
  id!: string | null;
  @ApiProperty({ description: 'The text that appears on the invoice' }) description!: string;
  @ApiProperty({ description: 'Key of the product or service (c_ClaveProdServ)' }) product_key!: string;
  @ApiProperty({ description: 'Key of the unit (c_ClaveUnidad): H87 is a piece' }) unit_key!: string;
  @ApiProperty({ ...nullableText, description: 'Word for the unit' }) unit_name!: string | null;
  @ApiProperty({ description: 'Price of one unit, with or without taxes as `tax_included` says' })
  price!: number;
  @ApiProperty({ description: 'Whether `price` includes the taxes' }) tax_included!: boolean;
  @ApiProperty({ description: 'Whether taxes are due on the item (c_ObjetoImp)' }) taxability!: string;
  @ApiProperty({ type: () => [ProductTax], description: 'Federal taxes of the item' })
  taxes!: readonly ProductTax[];
  @ApiProperty({ type: () => [ProductLocalTax], description: 'Taxes of states and municipalities' })
  local_taxes!: readonly ProductLocalTax[];
  @ApiProperty({ ...nullableText, description: 'Your own identifier of the product (NoIdentificacion)' })
  sku!: string | null;
}

export class InvoiceItemPart {
  @ApiProperty({ description: 'What the part is' }) description!: string;
  @ApiProperty({ description: 'Key of the part (c_ClaveProdServ)' }) product_key!: string;
  @ApiProperty({ description: 'How many are in one item' }) quantity!: number;
  @ApiProperty({ ...nullableText, description: 'Your own identifier of the part (NoIdentificacion)' }) sku!:
    string | null;
  @ApiProperty({ ...nullableNumber, description: 'Price of one' }) unit_price!: number | null;
  @ApiProperty({ ...nullableText, description: 'Word for the unit' }) unit_name!: string | null;
  @ApiProperty({ type: [String], description: 'Numbers of the pedimentos by which it was imported' })
  customs_keys!: readonly string[];
}

export class InvoiceTax {
  @ApiProperty({ description: 'IVA, ISR, IEPS, or the name of a local tax' }) type!: string;
  @ApiProperty({ enum: ['Tasa', 'Cuota', 'Exento'] }) factor!: string;
  @ApiProperty({
    ...nullableNumber,
    description:
      'Rate as a fraction, or amount for each unit; null in the summary for withheld and exempt taxes, which have none there',
  })
  rate!: number | null;
  @ApiProperty({ ...nullableNumber, description: 'What the tax is of; null where the CFDI has no base' })
  base!: number | null;
  @ApiProperty({ ...nullableNumber, description: 'The tax itself; null for an exempt one' }) amount!:
    number | null;
  @ApiProperty({ description: 'True: it is withheld, and taken off the total' }) withholding!: boolean;
  @ApiProperty({ description: 'True for a tax of a state or a municipality' }) local!: boolean;
}
