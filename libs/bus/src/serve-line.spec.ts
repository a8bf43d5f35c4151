import { expect, it } from '@jest/globals';
import { ok } from '#kernel';
import { command } from './contract.js';
import { InProcessBus } from './in-process-bus.js';
import { serveLine, type LineHandlers } from './port.js';

const done = async () => ok({ data: undefined });
const products: LineHandlers<'products'> = {
  'products.create': done,
  'products.edit': done,
  'products.delete': done,
};

it('a line is served whole', async () => {
  const bus = new InProcessBus();
  serveLine(bus, 'products', products);
  expect(Object.keys(products).every((type) => bus.serves(type))).toBe(true);
  expect(await bus.send({ ...command('products.delete', 'a'), type: 'products.delete', data: {} })).toEqual(
    ok({ data: undefined }),
  );
});

it('a handler of another line’s command, or a second one for the same, is no part of it', () => {
  const bus = new InProcessBus();
  const stray = { ...products, 'stamping.stamp': done };
  expect(() => serveLine(bus, 'products', stray)).toThrow('stamping.stamp is no command of products');
  expect(() => serveLine(bus, 'products', products)).toThrow('two handlers for the command products.create');
});

it('one that leaves a command out, or answers another way, does not compile', () => {
  // @ts-expect-error: products.delete is served by nobody
  const partial: LineHandlers<'products'> = { 'products.create': done, 'products.edit': done };
  // @ts-expect-error: a check is answered with what it found
  const silent: Pick<LineHandlers<'customers'>, 'customers.check'> = { 'customers.check': done };
  expect([partial, silent]).toHaveLength(2);
});
