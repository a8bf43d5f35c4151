import { Inject, Injectable } from '@nestjs/common';
import { newId } from '#kernel';
import { SAT_LISTS } from '#fiscal';
import { registerFor, taxDetail, type SatLists, type TaxpayerRegister } from '#sat';
import { CommandSender, type CallContext } from '../commands.js';

/** Stamping waits for two PACs that say nothing, and then says so. */
const WAIT_MS = 6_000;

/**
 * The register that a customer's data are validated by: the sandbox's in Test, in Live L_RFC; where that is not loaded, the PACs' copies of it,
 * which the stamping service asks: nobody else has their credentials.
 */
@Injectable()
export class CustomerRegister {
  constructor(
    @Inject(SAT_LISTS) private readonly lists: SatLists,
    private readonly sender: CommandSender,
  ) {}

  of(call: CallContext): TaxpayerRegister {
    return registerFor(call.tenant, this.lists) ?? this.askingPacs(call);
  }

  /** Nobody's answer says nothing about the RFC: what is known otherwise stays as it is. */
  private askingPacs(call: CallContext): TaxpayerRegister {
    return {
      onlyTaxId: true,
      validate: async ({ rfc }) => {
        // A question has no aggregate: nothing waits behind it.
        const question = { type: 'stamping.taxpayer', key: newId(), data: { rfc } } as const;
        const answered = await this.sender.send(question, call, { timeoutMs: WAIT_MS });
        const isNone = answered.ok && answered.value.data.listed === false;
        return isNone ? [taxDetail('tax_id_not_found', 'tax_id')] : [];
      },
    };
  }
}
