import { ApiProperty } from '@nestjs/swagger';
import { Integer, OneOf } from '#http';
import { ProductTax } from '../products/dto.js';

/** How often and when the past has something. */
class Seen {
  @ApiProperty({ description: 'How many imported documents have it' }) times_seen!: number;
  @ApiProperty({ type: String, format: 'date-time', description: 'Date of the last of them' })
  last_seen_at!: string;
  @ApiProperty({ description: 'The last of them' }) last_invoice_id!: string;
}

export class ProposedAddress {
  @ApiProperty({ required: false }) zip?: string;
  @ApiProperty() country!: string;
}

/** A body that POST /customers takes as it is. */
export class ProposedCustomerBody {
  @ApiProperty() legal_name!: string;
  @ApiProperty({ required: false }) tax_id?: string;
  @ApiProperty({ required: false }) tax_system?: string;
  @ApiProperty({ required: false }) default_invoice_use?: string;
  @ApiProperty({ type: () => ProposedAddress }) address!: ProposedAddress;
}

export class ProposedCustomer extends Seen {
  @ApiProperty({ type: () => ProposedCustomerBody, description: 'Body for POST /customers, as it is' })
  customer!: ProposedCustomerBody;
}

export class ProposedTax implements Omit<ProductTax, 'base'> {
  @ApiProperty({ enum: ['IVA', 'ISR', 'IEPS'] }) type!: ProductTax['type'];
  @ApiProperty({ enum: ['Tasa', 'Cuota', 'Exento'] }) factor!: ProductTax['factor'];
  @ApiProperty() rate!: number;
  @ApiProperty({ required: false }) base?: number;
  @ApiProperty() withholding!: boolean;
  @ApiProperty({ enum: ['sum_before_taxes', 'break_down', 'unit', 'subtract_before_break_down'] })
  ieps_mode!: ProductTax['ieps_mode'];
}

/** A body that POST /products takes as it is. */
export class ProposedProductBody {
  @ApiProperty({ description: 'The text that the documents have' }) description!: string;
  @ApiProperty() product_key!: string;
  @ApiProperty() unit_key!: string;
  @ApiProperty({ required: false }) unit_name?: string;
  @ApiProperty({ description: 'As the last document has it, without taxes' }) price!: number;
  @ApiProperty() tax_included!: boolean;
  @ApiProperty() taxability!: string;
  @ApiProperty({ type: () => [ProposedTax] }) taxes!: ProposedTax[];
  @ApiProperty({ required: false }) sku?: string;
}

export class ProposedProduct extends Seen {
  @ApiProperty({ type: () => ProposedProductBody, description: 'Body for POST /products, as it is' })
  product!: ProposedProductBody;
}

/** Proposals go by how often they were seen, so that there are pages of them and no cursors. */
export class ListProposals {
  @OneOf(['page'], { optional: true, default: 'page', description: 'Proposals come by page only' })
  pagination?: 'page';
  @Integer({ min: 1, max: 100, optional: true, description: 'Results per page' })
  limit?: number;
  @Integer({ min: 1, optional: true, description: 'Pages reach the first 3000 results' })
  page?: number;
}
