import { CommandHandler } from '@nestjs/cqrs';
import { deterministicId, field, ok, refuseFields, type Result } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  EnsureSuppliersCommand,
  MOST_ENSURED_SUPPLIERS,
  type AnswerOf,
  type CommandOutcome,
  type Place,
  type SupplierOnDocument,
} from '#contracts';
import { rfcOf } from './decide.js';
import { KnownSuppliers } from './known.js';
import { Suppliers } from './suppliers.js';

interface Ensured {
  readonly id: string;
  /** Where it was written, of one that is new. */
  readonly created?: Place;
}

/**
 * The suppliers of received documents, by RFC: the one that is there, or a new one.
 *
 * A new one's id follows from the tenant, the RFC and a number. So two imports at once, or one that died half-way and comes
 * again, write to the same stream, where only one of them creates. The number counts on where a place is used
 * up: its supplier was deleted, or has another RFC by now.
 */
@CommandHandler(EnsureSuppliersCommand)
export class EnsureSuppliersHandler implements Handles<EnsureSuppliersCommand> {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly known: KnownSuppliers,
  ) {}

  async execute(
    command: EnsureSuppliersCommand,
  ): Promise<CommandOutcome<AnswerOf<'customers.ensure-suppliers'>>> {
    const { suppliers } = command.data;
    if (suppliers.length > MOST_ENSURED_SUPPLIERS)
      return refuseFields([
        field('suppliers', 'invalid_length', { params: { min: 0, max: MOST_ENSURED_SUPPLIERS } }),
      ]);
    const first = new Map<string, SupplierOnDocument>();
    for (const supplier of suppliers) if (!first.has(rfcOf(supplier))) first.set(rfcOf(supplier), supplier);
    const ids = await this.known.byRfc(command.tenant, [...first.keys()]);
    const created: Place[] = [];
    const unknown = [...first].filter(([rfc]) => !ids.has(rfc));
    // At once: appends of one moment share a commit.
    const found = await Promise.all(unknown.map(([, supplier]) => this.ensure(command, supplier)));
    for (const [index, ensured] of found.entries()) {
      if (!ensured.ok) return ensured;
      ids.set(unknown[index]?.[0] ?? '', ensured.value.id);
      if (ensured.value.created) created.push(ensured.value.created);
    }
    return ok({ data: { ids: suppliers.map((supplier) => ids.get(rfcOf(supplier)) ?? ''), created } });
  }

  private async ensure(
    command: EnsureSuppliersCommand,
    supplier: SupplierOnDocument,
  ): Promise<Result<Ensured>> {
    const { organizationId, livemode } = command.tenant;
    for (let number = 0; ; number += 1) {
      const id = deterministicId('supplier', organizationId, String(livemode), rfcOf(supplier), number);
      const wish = { type: 'ensure', supplier, at: command.time } as const;
      const handled = await this.suppliers.handle(command, wish, { key: id, expectNew: true });
      if (handled.ok) {
        const { stream, revision, changed, replayed } = handled.value;
        return ok(changed || replayed ? { id, created: { stream, revision } } : { id });
      }
      if (handled.refusal.code !== 'conflict') return handled;
    }
  }
}
