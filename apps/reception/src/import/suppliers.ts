import { Inject, Injectable } from '@nestjs/common';
import type { ImportedDocument } from '#billing';
import type { CommandBus } from '#bus';
import { BUS } from '#hosting';
import { answered, ask } from './asking.js';
import type { Import } from './import.js';

/** The suppliers of received documents: those that are known, or new ones. */
@Injectable()
export class Suppliers {
  constructor(@Inject(BUS) private readonly bus: CommandBus) {}

  /** Their ids by RFC; each is asked for once in an import. At most a lot's. */
  async ensure(
    own: Import,
    lot: number,
    issuers: readonly ImportedDocument['issuer'][],
  ): Promise<ReadonlyMap<string, string>> {
    const missing = new Map(
      issuers.filter(({ tax_id }) => !own.suppliers.has(tax_id)).map((one) => [one.tax_id, one]),
    );
    if (missing.size > 0) {
      const suppliers = [...missing.values()];
      const asked = {
        type: 'customers.ensure-suppliers',
        what: `suppliers ${lot}`,
        data: { suppliers },
      } as const;
      const { ids, created } = answered(await ask(this.bus, own.command, asked), asked.type);
      own.newSuppliers.push(...created);
      suppliers.forEach(({ tax_id }, n) => own.suppliers.set(tax_id, ids[n] ?? ''));
    }
    return own.suppliers;
  }
}
