import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  CreateProductCommand,
  DeleteProductCommand,
  EditProductCommand,
  type CommandOutcome,
} from '#contracts';
import { receipt } from '#eventing';
import { Products } from './products.js';

type Outcome = CommandOutcome<undefined>;

@CommandHandler(CreateProductCommand)
export class CreateProductHandler implements Handles<CreateProductCommand> {
  constructor(private readonly products: Products) {}

  async execute(command: CreateProductCommand): Promise<Outcome> {
    const { data, time: at } = command;
    return receipt(await this.products.handle(command, { type: 'create', product: data.product, at }));
  }
}

@CommandHandler(EditProductCommand)
export class EditProductHandler implements Handles<EditProductCommand> {
  constructor(private readonly products: Products) {}

  async execute(command: EditProductCommand): Promise<Outcome> {
    const { data, time: at } = command;
    return receipt(await this.products.handle(command, { type: 'edit', changes: data.changes, at }));
  }
}

@CommandHandler(DeleteProductCommand)
export class DeleteProductHandler implements Handles<DeleteProductCommand> {
  constructor(private readonly products: Products) {}

  async execute(command: DeleteProductCommand): Promise<Outcome> {
    return receipt(await this.products.handle(command, { type: 'delete', at: command.time }));
  }
}
