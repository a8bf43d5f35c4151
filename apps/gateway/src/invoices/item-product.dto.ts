import { hints } from '#billing';
import { Amount, Flag, ListOf, Text, text } from '#http';
import { LocalTaxBody, TaxBody, UNIT_NAME } from '../products/dto.js';

const OPTIONAL = { optional: true } as const;
/** null takes the value away again. */
const CLEARABLE = { optional: true, nullable: true } as const;

export class ItemProductBody {
  @Text({
    ...{ max: 1000, multiline: true, description: 'The text that appears on the invoice' },
    alsoCalled: ['name', 'nombre', 'concepto', 'descripcion'],
  })
  description!: string;
  @Text({
    ...{
      ...OPTIONAL,
      max: 20,
      description:
        'Key of the product or service (c_ClaveProdServ: `GET /v2/catalogs/products`); required except for types E and T',
    },
    alsoCalled: ['clave_prod_serv', 'clave_producto', 'clave'],
  })
  product_key?: string;
  @Text({
    ...OPTIONAL,
    max: 20,
    default: 'H87',
    description: 'Key of the unit: H87 is a piece, E48 a service (c_ClaveUnidad: `GET /v2/catalogs/units`)',
    alsoCalled: ['clave_unidad', 'unit'],
  })
  unit_key?: string;
  @Text({ ...OPTIONAL, max: 20, description: UNIT_NAME }) unit_name?: string;
  @Amount({
    ...{ ...OPTIONAL, min: 0, description: 'Price of one unit; required except for type T' },
    alsoCalled: ['precio', 'valor_unitario', 'unit_price', 'amount'],
  })
  price?: string;
  @Flag({ ...OPTIONAL, default: true, description: 'Whether `price` includes the taxes' })
  tax_included?: boolean;
  @Text({
    ...{
      ...OPTIONAL,
      exact: 2,
      default: '02',
      description: 'Whether taxes are due on the item: 02 breaks them down (c_ObjetoImp)',
      hint: hints.taxability,
    },
    alsoCalled: ['objeto_imp', 'objeto_impuesto'],
  })
  taxability?: string;
  @ListOf(() => TaxBody, {
    ...OPTIONAL,
    max: 20,
    alsoCalled: ['impuestos'],
    description: 'Federal taxes. Not sent: IVA of 16 % with taxability 02, else none. An empty list: none',
  })
  taxes?: TaxBody[];
  @ListOf(() => LocalTaxBody, { ...OPTIONAL, max: 20, description: 'Taxes of states and municipalities' })
  local_taxes?: LocalTaxBody[];
  @Text({ ...CLEARABLE, max: 100, description: 'Your own identifier of the product (NoIdentificacion)' })
  sku?: string | null;
}

export class ItemPartBody {
  @Text({ max: 1000, multiline: true, description: 'What the part is' }) description!: string;
  @Text({ max: 20, description: 'Key of the part (c_ClaveProdServ: `GET /v2/catalogs/products`)' })
  product_key!: string;
  @Amount({ ...OPTIONAL, above: 0, default: 1, description: 'How many are in one item' }) quantity?: string;
  @Text({ ...CLEARABLE, max: 100, description: 'Your own identifier of the part (NoIdentificacion)' }) sku?:
    string | null;
  @Amount({ ...OPTIONAL, above: 0, description: 'Price of one' }) unit_price?: string;
  @Text({ ...CLEARABLE, max: 20, description: 'Your own name of the unit: "caja"' }) unit_name?:
    string | null;
  @ListOf(text({ max: 21 }), {
    ...OPTIONAL,
    max: 100,
    description: 'Numbers of the pedimentos by which it was imported: `15  48  3009  0001234`',
  })
  customs_keys?: string[];
}
