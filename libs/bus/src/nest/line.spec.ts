import 'reflect-metadata';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Module, type INestMicroservice } from '@nestjs/common';
import { CommandHandler, CqrsModule } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { ok, refuse } from '#kernel';
import {
  CreateProductCommand,
  DeleteProductCommand,
  EditProductCommand,
  type CommandOutcome,
  type CommandType,
} from '#contracts';
import { command } from '../contract.js';
import { InProcessBus } from '../in-process-bus.js';
import { serveLine, type Handles, type LineHandlers, type LinePart } from './line.js';
import { BusStrategy } from './strategy.js';

class Contended extends Error {
  override readonly name = 'Contended';
}

@CommandHandler(CreateProductCommand)
class CreateHandler implements Handles<CreateProductCommand> {
  async execute(sent: CreateProductCommand): Promise<CommandOutcome<undefined>> {
    const isWhole = sent instanceof CreateProductCommand && sent.key === 'a' && !('ifRevision' in sent);
    return isWhole ? ok({ at: { stream: 'product-a', revision: 0 }, data: undefined }) : refuse('not_found');
  }
}

@CommandHandler(EditProductCommand)
class EditHandler implements Handles<EditProductCommand> {
  async execute(): Promise<CommandOutcome<undefined>> {
    throw new Contended('product-a was changed by others');
  }
}

@CommandHandler(DeleteProductCommand)
class DeleteHandler implements Handles<DeleteProductCommand> {
  async execute(): Promise<CommandOutcome<undefined>> {
    return refuse('not_found');
  }
}

const handlers: LineHandlers<'products'> = {
  'products.create': CreateHandler,
  'products.edit': EditHandler,
  'products.delete': DeleteHandler,
};

let app: INestMicroservice | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function started(bus: InProcessBus, lines = [serveLine('products', handlers)]): Promise<void> {
  class Products {}
  Module({
    imports: [CqrsModule.forRoot()],
    controllers: lines.flatMap(({ controllers }) => controllers),
    providers: lines.flatMap(({ providers }) => providers),
  })(Products);
  const testing = await Test.createTestingModule({ imports: [Products] }).compile();
  app = testing.createNestMicroservice({ strategy: new BusStrategy({ bus }), logger: false });
  await app.listen();
}

const send = (bus: InProcessBus, type: CommandType) => bus.send({ ...command(type, 'a'), type, data: {} });

describe('a line of commands', () => {
  it('is served whole, each command by its handler, as an instance of its class', async () => {
    const bus = new InProcessBus();
    await started(bus);
    expect(Object.keys(handlers).every((type) => bus.serves(type))).toBe(true);
    expect(await send(bus, 'products.create')).toEqual(
      ok({ at: { stream: 'product-a', revision: 0 }, data: undefined }),
    );
  });

  it('answers refusals as they are', async () => {
    const bus = new InProcessBus();
    await started(bus);
    expect(await send(bus, 'products.delete')).toEqual(refuse('not_found'));
  });

  it('hands faults on as they are: Nest would make "Internal server error" of them', async () => {
    const bus = new InProcessBus();
    await started(bus);
    const fault = await send(bus, 'products.edit').catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Contended);
    expect(fault).toMatchObject({ name: 'Contended', message: 'product-a was changed by others' });
  });

  it('has one handler for each command', async () => {
    const twice = [serveLine('products', handlers), serveLine('products', handlers)];
    await expect(started(new InProcessBus(), twice)).rejects.toThrow(
      'two handlers for the command products.',
    );
  });

  it('is no place for a handler whose decorator names another command', () => {
    const mixed = { ...handlers, 'products.edit': DeleteHandler } as unknown as LineHandlers<'products'>;
    expect(() => serveLine('products', mixed)).toThrow(
      'DeleteHandler handles products.delete, not products.edit of products',
    );
    class Bare {}
    const bare = { ...handlers, 'products.edit': Bare } as unknown as LineHandlers<'products'>;
    expect(() => serveLine('products', bare)).toThrow('Bare handles no command, not products.edit');
  });

  it('does not compile without one of its commands, or with an answer of another shape', () => {
    // @ts-expect-error: nobody handles products.delete
    const partial: LineHandlers<'products'> = {
      'products.create': CreateHandler,
      'products.edit': EditHandler,
    };
    // @ts-expect-error: a check is answered with what it found
    const silent: Pick<LineHandlers<'customers'>, 'customers.check'> = { 'customers.check': DeleteHandler };
    expect([partial, silent]).toHaveLength(2);
  });

  it('is put together of parts, and compiles once these have all commands but those it says to lack', () => {
    const first = {
      'products.create': CreateHandler,
      'products.edit': EditHandler,
    } satisfies LinePart<'products'>;
    const second = { 'products.delete': DeleteHandler } satisfies LinePart<'products'>;
    expect(serveLine('products', { ...first, ...second }).providers).toHaveLength(3);
    // @ts-expect-error: nobody handles products.delete, and nothing says so
    expect(serveLine('products', { ...first }).providers).toHaveLength(2);
    expect(serveLine<'products', 'products.delete'>('products', first).providers).toHaveLength(2);
    // @ts-expect-error: products.delete is not among those it says to lack
    expect(serveLine<'products', 'products.edit'>('products', first).providers).toHaveLength(2);
  });
});

describe('the strategy', () => {
  it('ends what still sends commands before it closes the bus', async () => {
    const order: string[] = [];
    const bus = new InProcessBus();
    const stop = bus.stop.bind(bus);
    bus.stop = async () => {
      order.push('bus');
      await stop();
    };
    const strategy = new BusStrategy({ bus, beforeClose: async () => void order.push('feed') });
    await strategy.close();
    expect(order).toEqual(['feed', 'bus']);
  });
});
