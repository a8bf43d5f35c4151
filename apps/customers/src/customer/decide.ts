import { isDeepStrictEqual } from 'node:util';
import { ok, refuse, refuseFields, type Decider, type Detail, type Result } from '#kernel';
import type { CustomerEvent, CustomerFields, CustomerInput } from '#contracts';
import { absent, evolve, sameTaxInfo, type Customer } from './customer.js';
import { customerFields } from './rules.js';

/** What the tax authority's register answered about the customer as it will be; not asked for some. */
export interface RegisterAnswer {
  readonly asked: boolean;
  readonly details: readonly Detail[];
}

export type CustomerCommand =
  | { type: 'create'; customer: CustomerInput; register: RegisterAnswer; at: string }
  | { type: 'edit'; changes: CustomerInput; register: RegisterAnswer; at: string }
  | { type: 'delete'; at: string };

type Decision = Result<readonly CustomerEvent[]>;

const create = (command: CustomerCommand & { type: 'create' }, state: Customer): Decision => {
  if (state.status !== 'absent') return refuse('conflict');
  const fields = customerFields(command.customer);
  if (!fields.ok) return fields;
  const { asked, details } = command.register;
  if (details.length > 0) return refuseFields(details);
  const { at } = command;
  return ok([
    { type: 'CustomerCreated', data: { ...fields.value, sat_validated_at: asked ? at : null, at } },
  ]);
};

const edit = (command: CustomerCommand & { type: 'edit' }, state: Customer): Decision => {
  if (state.status !== 'active') return refuse('customer_not_found');
  const fields = customerFields(command.changes, state.fields);
  if (!fields.ok) return fields;
  const { asked, details } = command.register;
  if (details.length > 0) return refuseFields(details);
  const changes = changesOf(state.fields, fields.value);
  if (Object.keys(changes).length === 0) return ok([]);
  const { at } = command;
  const validatedAt = sameTaxInfo(state.fields, fields.value) ? state.satValidatedAt : asked ? at : null;
  return ok([{ type: 'CustomerEdited', data: { ...changes, sat_validated_at: validatedAt, at } }]);
};

const changesOf = (before: CustomerFields, after: CustomerFields): Partial<CustomerFields> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => !isDeepStrictEqual(value, before[name as keyof CustomerFields]),
    ),
  );

export const customerDecider: Decider<Customer, CustomerCommand, CustomerEvent> = {
  initial: absent,
  evolve,
  decide: (command, state) => {
    switch (command.type) {
      case 'create':
        return create(command, state);
      case 'edit':
        return edit(command, state);
      case 'delete':
        return state.status === 'active'
          ? ok([{ type: 'CustomerDeleted', data: { at: command.at } }])
          : refuse('customer_not_found');
    }
  },
};
