import { CommandHandler } from '@nestjs/cqrs';
import { ok } from '#kernel';
import { supplierFields } from '#billing';
import type { Handles } from '#bus/nest/index';
import {
  CreateSupplierCommand,
  DeleteSupplierCommand,
  EditSupplierCommand,
  SUPPLIER_STREAM,
  type CommandOutcome,
  type SupplierCreation,
} from '#contracts';
import { receipt } from '#eventing';
import { KnownSuppliers } from './known.js';
import { Suppliers } from './suppliers.js';

type Outcome = CommandOutcome<undefined>;

/** Creates a supplier, or answers with the identical one that is there already. */
@CommandHandler(CreateSupplierCommand)
export class CreateSupplierHandler implements Handles<CreateSupplierCommand> {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly known: KnownSuppliers,
  ) {}

  async execute(command: CreateSupplierCommand): Promise<CommandOutcome<SupplierCreation>> {
    const { tenant, time: at } = command;
    const { supplier_id, supplier } = command.data;
    const fields = supplierFields(supplier);
    if (!fields.ok) return fields;
    const twin = await this.known.twinOf(tenant, fields.value);
    if (twin !== undefined && twin.id !== supplier_id) {
      const found = { supplier_id: twin.id, created: false };
      return ok({ at: { stream: SUPPLIER_STREAM + twin.id, revision: twin.revision }, data: found });
    }
    const handled = await this.suppliers.handle(
      command,
      { type: 'create', supplier, at },
      { key: supplier_id, expectNew: true },
    );
    if (handled.ok) await this.known.shows(handled.value);
    return receipt(handled, { supplier_id, created: true });
  }
}

@CommandHandler(EditSupplierCommand)
export class EditSupplierHandler implements Handles<EditSupplierCommand> {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly known: KnownSuppliers,
  ) {}

  async execute(command: EditSupplierCommand): Promise<Outcome> {
    const { data, time: at } = command;
    const handled = await this.suppliers.handle(command, { type: 'edit', changes: data.changes, at });
    if (handled.ok) await this.known.shows(handled.value);
    return receipt(handled);
  }
}

@CommandHandler(DeleteSupplierCommand)
export class DeleteSupplierHandler implements Handles<DeleteSupplierCommand> {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly known: KnownSuppliers,
  ) {}

  async execute(command: DeleteSupplierCommand): Promise<Outcome> {
    const handled = await this.suppliers.handle(command, { type: 'delete', at: command.time });
    if (handled.ok) await this.known.shows(handled.value);
    return receipt(handled);
  }
}
