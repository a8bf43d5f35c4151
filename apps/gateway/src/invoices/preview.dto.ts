import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Ignored, Warning } from '#http';
import { SignedDownloadUrl } from '../files/download-urls.js';
import { CreateInvoiceBody } from './dto.js';

const nullableText = { type: String, nullable: true } as const;
const nullableNumber = { type: Number, nullable: true } as const;

/** The body of a create. A preview leaves nothing for later, so `async` has no effect. */
export class PreviewInvoiceBody extends OmitType(CreateInvoiceBody, ['async'] as const) {
  @Ignored() async?: never;
}

class PreviewTax {
  @ApiProperty({ description: 'IVA, ISR, IEPS, or the name of a local tax' }) type!: string;
  @ApiProperty({ enum: ['Tasa', 'Cuota', 'Exento'], description: 'How it is computed (c_TipoFactor)' })
  factor!: string;
  @ApiProperty({
    ...nullableNumber,
    description: 'The rate as a fraction, or the amount for each unit; null where it has none',
  })
  rate!: number | null;
  @ApiProperty({ ...nullableNumber, description: 'Amount that the tax is computed on' }) base!: number | null;
  @ApiProperty({ ...nullableNumber, description: 'The tax itself; null where it is exempt' }) amount!:
    number | null;
  @ApiProperty({ description: 'True: it is withheld, and taken off the total' }) withholding!: boolean;
}

class PreviewTaxSummary extends PreviewTax {
  @ApiProperty({ description: 'True for a tax of a state or a municipality' }) local!: boolean;
}

class PreviewItem {
  @ApiProperty({ ...nullableText, description: 'Text of the item on the invoice' }) description!:
    string | null;
  @ApiProperty({ ...nullableText, description: 'Key of the product or service (c_ClaveProdServ)' })
  product_key!: string | null;
  @ApiProperty({ ...nullableNumber, description: 'How many units' }) quantity!: number | null;
  @ApiProperty({ description: 'ValorUnitario: the price without taxes' }) unit_value!: number;
  @ApiProperty({ description: 'Importe: quantity by unit value' }) amount!: number;
  @ApiProperty({ description: 'Discount of the whole item, without taxes' }) discount!: number;
  @ApiProperty({ type: () => [PreviewTax], description: 'Taxes of the item' }) taxes!: PreviewTax[];
}

class PreviewProblem {
  @ApiProperty({
    description: 'The code that POST /invoices would answer with, or the code of the error matrix',
  })
  code!: string;
  @ApiProperty({ ...nullableText, description: 'Code of the error matrix: CFDI40161, CRP20217, NOM44' })
  rule!: string | null;
  @ApiProperty({ description: 'In the language of the request' }) message!: string;
  @ApiProperty({ enum: ['service', 'sat', 'pac'] }) source!: string;
  @ApiProperty({ ...nullableText, description: 'Path of the field, such as items.0.product.price' })
  path!: string | null;
}

/** Where the PDF of a preview is, and what there is to be warned of in it. */
export class PreviewDownloadUrl extends SignedDownloadUrl {
  @ApiProperty({ type: () => [Warning], description: 'What is taken, and is probably not what is meant' })
  warnings!: Warning[];
}

/** What an invoice would be. Nothing of it is stored. */
export class InvoicePreview {
  @ApiProperty({
    description: 'Whether POST /invoices with this body would be stamped, as far as the service can tell',
  })
  is_ready_to_stamp!: boolean;
  @ApiProperty({
    type: () => [PreviewProblem],
    description: 'What keeps it from a stamp; empty: nothing does',
  })
  problems!: PreviewProblem[];
  @ApiProperty({
    type: () => [Warning],
    description: 'What POST /invoices would take, and is probably not what is meant',
  })
  warnings!: Warning[];
  @ApiProperty() livemode!: boolean;
  @ApiProperty({ enum: ['I', 'E', 'P', 'N', 'T'], description: 'Type of the CFDI (c_TipoDeComprobante)' })
  type!: string;
  @ApiProperty({ description: 'Currency of all amounts, by ISO 4217: MXN, USD' }) currency!: string;
  @ApiProperty({
    ...nullableNumber,
    description: 'MXN for one unit of the currency; null if it is missing, and the currency is not MXN',
  })
  exchange!: number | null;
  @ApiProperty({
    type: () => [PreviewItem],
    description: 'The items of the document; empty if the amounts cannot be computed',
  })
  items!: PreviewItem[];
  @ApiProperty({
    ...nullableNumber,
    description: 'Sum of the items before discounts and taxes; null if it can’t be computed',
  })
  subtotal!: number | null;
  @ApiProperty({ ...nullableNumber, description: 'Sum of the discounts; null as `subtotal`' }) discount!:
    number | null;
  @ApiProperty({ type: () => [PreviewTaxSummary], description: 'Taxes of the whole document' })
  taxes!: PreviewTaxSummary[];
  @ApiProperty({ ...nullableNumber, description: 'What would be to be paid; null as `subtotal`' }) total!:
    number | null;
}
