import {
  Amount,
  ByType,
  DateTime,
  Email,
  Flag,
  IdRef,
  Ignored,
  Integer,
  Json,
  ListOf,
  Nested,
  NotAccepted,
  OneOf,
  Text,
} from '../fields.js';
import { listOf, nested, text } from '../rules.js';

/** DTOs that have a field of every kind; for the specs of validation. */
export class Tax {
  @OneOf(['IVA', 'ISR', 'IEPS'], { optional: true }) type?: string;
  @Amount({ min: 0 }) rate!: string;
  @Flag({ optional: true }) withholding?: boolean;
}
export class Product {
  @Text({ max: 1000, multiline: true }) description!: string;
  @Text({ pattern: /^\d{8}$/, expected: { es: '8 dígitos', en: '8 digits' } }) product_key!: string;
  @Text({ max: 20, optional: true }) unit_key?: string;
  @Amount({ min: 0 }) price!: string;
  @Flag({ optional: true }) tax_included?: boolean;
  @Text({ optional: true, max: 100 }) sku?: string;
  @ListOf(() => Tax, { optional: true, max: 10 }) taxes?: Tax[];
}
export class Item {
  @Amount({ above: 0 }) quantity!: string;
  @Amount({ optional: true, min: 0 }) discount?: string;
  @Nested(() => Product) product!: Product;
}
export class Invoice {
  @ByType({ string: text(), object: nested(() => Tax) }, { optional: true }) customer?: string | Tax;
  @ListOf(() => Item, { min: 1, max: 5000 }) items!: Item[];
  @Text({ exact: 2, optional: true }) payment_form?: string;
  @Integer({ min: 1, optional: true }) folio_number?: number;
  @DateTime({ optional: true }) date?: string;
  @Email({ optional: true }) email?: string;
  @IdRef({ optional: true }) organization?: string;
  @Text({ optional: true, nullable: true }) note?: string | null;
  @Json({ optional: true, maxBytes: 50 }) metadata?: unknown;
  @ListOf(listOf(text({ max: 3 })), { optional: true }) grid?: string[][];
  @Ignored() async?: unknown;
  @NotAccepted() id?: never;
}
