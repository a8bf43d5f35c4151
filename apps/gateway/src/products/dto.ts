import { ApiProperty, PartialType } from '@nestjs/swagger';
import type { ProductDoc } from '#contracts';
import { factorNames, taxNames } from '#billing';
import { Warning, Amount, Flag, ListOf, ListQuery, NotAccepted, OneOf, Text } from '#http';

const TAX_TYPES = ['IVA', 'ISR', 'IEPS'] as const;
const FACTORS = ['Tasa', 'Cuota', 'Exento'] as const;
const IEPS_MODES = ['sum_before_taxes', 'break_down', 'unit', 'subtract_before_break_down'] as const;
const TAXABILITIES = ['01', '02', '03', '04', '05', '06', '07', '08'] as const;
/** Taxes of one product; a concept of an invoice has a handful. */
const MAX_TAXES = 20;

type TaxType = (typeof TAX_TYPES)[number];
type Factor = (typeof FACTORS)[number];
type IepsMode = (typeof IEPS_MODES)[number];

const optional = { optional: true } as const;
export const UNIT_NAME =
  'Word for the unit: by default the name of the unit key in the catalogue, and Elemento for H87';

/** A tax as sent. */
export class TaxBody {
  @OneOf(TAX_TYPES, { ...optional, default: 'IVA', valueNames: taxNames, alsoCalled: ['impuesto', 'tax'] })
  type?: TaxType;
  @OneOf(FACTORS, { ...optional, default: 'Tasa', valueNames: factorNames, alsoCalled: ['tipo_factor'] })
  factor?: Factor;
  @Amount({
    ...optional,
    min: 0,
    description: 'Fraction, such as 0.16; not needed for Exento',
    alsoCalled: ['tasa', 'tasa_o_cuota', 'percentage'],
  })
  rate?: string;
  @Amount({ ...optional, min: 0, description: 'Taxed base of one unit; by default, the whole item' })
  base?: string;
  @Flag({ ...optional, default: false, alsoCalled: ['retencion', 'retenido', 'withheld'] })
  withholding?: boolean;
  @OneOf(IEPS_MODES, { ...optional, default: 'sum_before_taxes' })
  ieps_mode?: IepsMode;
}

/** A state or municipal tax as sent. */
export class LocalTaxBody {
  @Text({
    ...optional,
    max: 100,
    description: 'Name of the local tax, as the document prints it',
    example: 'ISH',
  })
  type?: string;
  @Amount({ ...optional, min: 0, description: 'Fraction, such as 0.03' })
  rate?: string;
  @Amount({ ...optional, min: 0 })
  base?: string;
  @Flag({ ...optional, default: false, alsoCalled: ['retencion', 'retenido', 'withheld'] })
  withholding?: boolean;
}

/** A product as sent, to create and to edit; the service says what a new one lacks. */
export class ProductBody {
  @ApiProperty({ required: true })
  @Text({
    ...optional,
    min: 0,
    max: 1000,
    multiline: true,
    description: 'The text that appears on the invoice',
    example: 'Ukelele',
    alsoCalled: ['name', 'nombre', 'concepto', 'descripcion'],
  })
  description?: string;
  @ApiProperty({ required: true })
  @Text({
    ...optional,
    min: 0,
    max: 20,
    description: 'SAT key of the product or service (c_ClaveProdServ: `GET /v2/catalogs/products`)',
    example: '60131324',
    alsoCalled: ['clave_prod_serv', 'clave_producto', 'clave'],
  })
  product_key?: string;
  @Text({
    ...optional,
    min: 0,
    max: 20,
    description: 'SAT key of the unit',
    default: 'H87',
    alsoCalled: ['clave_unidad', 'unit'],
  })
  unit_key?: string;
  @Text({ ...optional, max: 20, description: UNIT_NAME })
  unit_name?: string;
  @ApiProperty({ required: true })
  @Amount({
    ...optional,
    min: 0,
    description: 'Price of one unit',
    example: 345.6,
    alsoCalled: ['precio', 'valor_unitario', 'unit_price'],
  })
  price?: string;
  @Flag({ ...optional, default: true, description: 'Whether the price includes the taxes' })
  tax_included?: boolean;
  @OneOf(TAXABILITIES, { ...optional, default: '02', description: 'ObjetoImp of the CFDI' })
  taxability?: string;
  @ListOf(() => TaxBody, { ...optional, max: MAX_TAXES, alsoCalled: ['impuestos'] })
  taxes?: TaxBody[];
  @ListOf(() => LocalTaxBody, { ...optional, max: MAX_TAXES, default: [] })
  local_taxes?: LocalTaxBody[];
  @Text({ ...optional, nullable: true, min: 0, max: 100, description: 'Your own identifier' })
  sku?: string | null;

  @NotAccepted() id?: never;
  @NotAccepted() created_at?: never;
  @NotAccepted() livemode?: never;
  @NotAccepted() organization?: never;
}

/** The same to edit one: what is not sent stays. */
export class ProductEdit extends PartialType(ProductBody) {}

export class ListProducts extends ListQuery {
  @Text({ optional: true, max: 200, description: 'Part of the description or of the SKU' })
  q?: string;
  @Text({ optional: true, max: 100, description: 'The SKU, exactly' })
  sku?: string;
}

export class ProductTax {
  @ApiProperty({ enum: TAX_TYPES }) type!: TaxType;
  @ApiProperty({ enum: FACTORS }) factor!: Factor;
  @ApiProperty() rate!: number;
  @ApiProperty({ type: Number, nullable: true }) base!: number | null;
  @ApiProperty() withholding!: boolean;
  @ApiProperty({ enum: IEPS_MODES }) ieps_mode!: IepsMode;
}

export class ProductLocalTax {
  @ApiProperty({ description: 'Name of the tax, such as ISH' }) type!: string;
  @ApiProperty() rate!: number;
  @ApiProperty({ type: Number, nullable: true }) base!: number | null;
  @ApiProperty() withholding!: boolean;
}

/** A product as answered. */
export class Product implements ProductDoc {
  @ApiProperty() id!: string;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({ description: 'The text that appears on the invoice' }) description!: string;
  @ApiProperty() product_key!: string;
  @ApiProperty() unit_key!: string;
  @ApiProperty() unit_name!: string;
  @ApiProperty() price!: number;
  @ApiProperty() tax_included!: boolean;
  @ApiProperty({ enum: TAXABILITIES }) taxability!: string;
  @ApiProperty({ type: () => [ProductTax] }) taxes!: ProductTax[];
  @ApiProperty({ type: () => [ProductLocalTax] }) local_taxes!: ProductLocalTax[];
  @ApiProperty({ type: String, nullable: true }) sku!: string | null;
}

/** A product as the request that makes or edits it is answered. */
export class WarnedProduct extends Product {
  @ApiProperty({ type: () => [Warning], description: 'Keys that only the whole catalogue could tell' })
  warnings!: Warning[];
}
