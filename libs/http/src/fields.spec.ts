import { PartialType, PickType } from '@nestjs/swagger';
import { validateSync } from 'class-validator';
import { describe, expect, it } from '@jest/globals';
import { leastCpuMs } from '../../../test/support/cpu-time.js';
import { validate } from './dto.js';
import type { Dto } from './rules.js';
import { Invoice, Tax } from './testing/invoice.js';

const item = { quantity: 1, product: { description: 'x', product_key: '01010101', price: 10.5 } };
const accepted = <T>(type: Dto<T>, value: unknown): T => {
  const result = validate(type, value, 'body');
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
};

describe('DTO classes', () => {
  it('work with the mapped types of @nestjs/swagger', () => {
    class Edit extends PartialType(Invoice) {}
    class OnlyEmail extends PickType(Invoice, ['email'] as const) {}
    expect(accepted(Edit, {})).toEqual({});
    expect(validate(Edit, { items: [] }, 'body').ok).toBe(false);
    expect(accepted(OnlyEmail, { email: 'a@b.mx' })).toEqual({ email: 'a@b.mx' });
    expect(validate(OnlyEmail, { items: [item] }, 'body')).toMatchObject({ refusal: { path: 'items' } });
  });

  it('work with class-validator itself', () => {
    expect(validateSync(Object.assign(new Tax(), { rate: 0.16 }))).toEqual([]);
    expect(validateSync(Object.assign(new Tax(), { rate: 'x' }))).toMatchObject([{ property: 'rate' }]);
  });
});

describe('5000 items', () => {
  const items = Array.from({ length: 5000 }, (_, i) => ({
    quantity: 2,
    discount: 0.5,
    product: {
      description: `Producto de prueba ${i}`,
      product_key: '60131324',
      unit_key: 'H87',
      sku: `SKU-${i}`,
      price: 100.5,
      tax_included: true,
      taxes: [
        { type: 'IVA', rate: 0.16 },
        { type: 'ISR', rate: 0.0125, withholding: true },
      ],
    },
  }));

  it('validate in a few times what reading their JSON takes: well under 150 ms', () => {
    const text = JSON.stringify({ items });
    const bare = leastCpuMs(() => JSON.parse(text));
    const ours = leastCpuMs(() => accepted(Invoice, { items }));
    if (process.env.TIMBRA_MEASURE) console.log({ bare, ours });
    expect(ours).toBeLessThan(bare * 15);
  });
});
