import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { ok, refuseFields, type Detail, type Refusal, type Tenant } from '#kernel';
import { customerFields, judgeCustomer } from '#billing';
import type { Handles } from '#bus/nest/index';
import {
  CUSTOMER_STREAM,
  CheckCustomerCommand,
  CreateCustomerCommand,
  type CommandOutcome,
  type CustomerCheck,
  type CustomerCreation,
  type CustomerFields,
} from '#contracts';
import { answerWithData, receipt } from '#eventing';
import { SAT_LISTS } from '#fiscal';
import { registerFor, type SatLists } from '#sat';
import { fingerprintOf } from '../customer.js';
import { Customers } from '../customers.js';
import { NOT_ASKED, askRegister, withRegister } from '../register.js';
import { Twins, type Twin } from '../twins.js';

/** Creates a customer, or answers with the identical one that is there already. */
@CommandHandler(CreateCustomerCommand)
export class CreateCustomerHandler implements Handles<CreateCustomerCommand> {
  constructor(
    private readonly customers: Customers,
    private readonly twins: Twins,
    @Inject(SAT_LISTS) private readonly lists: SatLists,
  ) {}

  async execute(command: CreateCustomerCommand): Promise<CommandOutcome<CustomerCreation>> {
    const { tenant, time: at } = command;
    const { customer_id, customer, edit_link: editLink } = command.data;
    const fields = customerFields(customer, { mayLack: editLink !== undefined });
    if (!fields.ok)
      return editLink
        ? fields
        : withRegister(fields, judgeCustomer(customer).fields, registerFor(tenant, this.lists));
    // Checked before looking for a duplicate: the duplicate may come from a link, which checks nothing.
    const register = editLink
      ? ok(NOT_ASKED)
      : await askRegister(fields.value, registerFor(tenant, this.lists));
    if (!register.ok) return register;
    if (register.value.details.length > 0) return refuseFields(register.value.details);
    const hasTwins = !editLink || isIdentified(fields.value);
    const twin = hasTwins ? await this.twinOf(tenant, fields.value) : undefined;
    if (twin !== undefined && twin.id !== customer_id) return this.found(command, twin);
    const handled = await this.customers.handle(
      command,
      { type: 'create', customer, editLink, register: register.value, at },
      { key: customer_id, expectNew: true },
    );
    if (handled.ok) await this.twins.shows(handled.value);
    return receipt(handled, { customer_id, created: true });
  }

  /** The identical one, if it still is: its row may show what it was before it was edited or deleted, a moment ago. */
  private async twinOf(tenant: Tenant, fields: CustomerFields): Promise<Twin | undefined> {
    const twin = await this.twins.of(tenant, fields);
    if (!twin) return undefined;
    const { state, revision } = await this.customers.at(twin.id, tenant);
    if (state.status !== 'active' || fingerprintOf(state.fields) !== fingerprintOf(fields)) return undefined;
    return { id: twin.id, revision };
  }

  /** The twin, with the new link in the place of its own where one was asked for. */
  private async found(command: CreateCustomerCommand, twin: Twin): Promise<CommandOutcome<CustomerCreation>> {
    const found: CustomerCreation = { customer_id: twin.id, created: false };
    const { edit_link: editLink } = command.data;
    if (!editLink)
      return ok({ at: { stream: CUSTOMER_STREAM + twin.id, revision: twin.revision }, data: found });
    const renewal = { type: 'edit', changes: {}, editLink, register: NOT_ASKED, at: command.time } as const;
    return receipt(await this.customers.handle(command, renewal, { key: twin.id }), found);
  }
}

/** Answers what a create would make of a customer; stores nothing. */
@CommandHandler(CheckCustomerCommand)
export class CheckCustomerHandler implements Handles<CheckCustomerCommand> {
  constructor(
    private readonly twins: Twins,
    @Inject(SAT_LISTS) private readonly lists: SatLists,
  ) {}

  async execute(command: CheckCustomerCommand): Promise<CommandOutcome<CustomerCheck>> {
    const nothing = { customer_id: null, fields: null };
    const { customer } = command.data;
    const fields = customerFields(customer);
    if (!fields.ok) {
      const register = registerFor(command.tenant, this.lists);
      const { refusal } = await withRegister(fields, judgeCustomer(customer).fields, register);
      return answerWithData({ ...nothing, problems: problemsOf(refusal) });
    }
    const register = await askRegister(fields.value, registerFor(command.tenant, this.lists));
    if (!register.ok) return register;
    const customer_id = (await this.twins.of(command.tenant, fields.value))?.id ?? null;
    return answerWithData({ customer_id, fields: fields.value, problems: register.value.details });
  }
}

/** The details of a refusal, or its code as the only one. */
const problemsOf = ({ code, details, path = '' }: Refusal): readonly Detail[] =>
  details ?? [{ code, path, source: 'service', location: 'body' }];

/**
 * Whether what was sent names one customer for sure. Two customers made with links and little else are two, lest
 * one gets to see the other's data.
 */
const isIdentified = ({ tax_id, external_id }: CustomerFields): boolean =>
  tax_id !== null || external_id !== null;
