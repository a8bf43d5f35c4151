import { Amount, Integer, ListOf, Text } from '#http';
import { MAX_RECEIPT_ITEMS } from '#contracts';

const CLEARABLE = { optional: true, nullable: true } as const;

/** Some of one line of a sale. */
export class RefundLineBody {
  @Integer({
    ...{ min: 0, max: MAX_RECEIPT_ITEMS - 1 },
    ...{
      description: 'Place of the item among those that were sold, from 0',
      alsoCalled: ['concepto', 'index'],
    },
  })
  item!: number;
  @Amount({ above: 0, description: 'How much of it is given back', alsoCalled: ['cantidad', 'qty'] })
  quantity!: string;
}

/** What is given back of a sale. */
export class RefundBody {
  @ListOf(() => RefundLineBody, {
    ...{ ...CLEARABLE, min: 1, max: MAX_RECEIPT_ITEMS, description: 'By default, all that is left of it' },
    alsoCalled: ['items', 'conceptos', 'partidas'],
  })
  lines?: RefundLineBody[] | null;
  @Text({ ...CLEARABLE, max: 500, description: 'Why, for the organization', alsoCalled: ['motivo', 'razon'] })
  reason?: string | null;
}
