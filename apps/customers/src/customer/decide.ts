import { ok, refuse, refuseFields, type Decider, type Detail, type Result } from '#kernel';
import { customerFields, isComplete } from '#billing';
import type {
  CertifiedReceiver,
  CustomerEvent,
  CustomerFields,
  CustomerInput,
  EditLinkPrint,
} from '#contracts';
import { sameLegalName } from '#sat';
import { changedFields, isEmpty } from '../changed-fields.js';
import { absent, evolve, sameTaxInfo, type Customer } from './customer.js';

/** The register's answer for the customer as it will be; some customers are not checked. */
export interface RegisterAnswer {
  readonly asked: boolean;
  readonly details: readonly Detail[];
}

interface Asked {
  readonly register: RegisterAnswer;
  readonly at: string;
}

export type CustomerCommand =
  | ({ type: 'create'; customer: CustomerInput; editLink?: EditLinkPrint | undefined } & Asked)
  | ({ type: 'edit'; changes: CustomerInput; editLink?: EditLinkPrint | undefined } & Asked)
  | ({ type: 'complete'; linkId: string; changes: CustomerInput } & Asked)
  | { type: 'confirm'; receiver: CertifiedReceiver; at: string }
  | { type: 'delete'; at: string };

type Decision = Result<readonly CustomerEvent[]>;
type CommandOf<Type extends CustomerCommand['type']> = Extract<CustomerCommand, { type: Type }>;
type Active = Extract<Customer, { status: 'active' }>;

const create = (command: CommandOf<'create'>, state: Customer): Decision => {
  if (state.status !== 'absent') return refuse('conflict');
  const { customer, editLink, register, at } = command;
  const fields = customerFields(customer, { mayLack: editLink !== undefined });
  if (!fields.ok) return fields;
  if (register.details.length > 0) return refuseFields(register.details);
  const sat_validated_at = register.asked ? at : null;
  return ok([
    { type: 'CustomerCreated', data: { ...fields.value, sat_validated_at, at } },
    ...linkCreated(editLink, at),
  ]);
};

const edit = (command: CommandOf<'edit'>, state: Customer): Decision => {
  if (state.status !== 'active') return refuse('customer_not_found');
  const edited = decideEdit(command, state);
  return edited.ok ? ok([...edited.value, ...linkCreated(command.editLink, command.at)]) : edited;
};

/** Through its link a customer saves its data once; the saved data is complete and replaces the earlier data. */
const complete = (command: CommandOf<'complete'>, state: Customer): Decision => {
  if (state.status !== 'active') return refuse('customer_edit_link_not_found');
  const { linkId, at } = command;
  if (!isUsable(state, linkId, at)) return refuse('customer_edit_link_unavailable');
  const edited = decideEdit(command, state);
  if (!edited.ok) return edited;
  return ok([...edited.value, { type: 'CustomerEditLinkCompleted', data: { link_id: linkId, at } }]);
};

/** Whether a link is the one in force, and in time. */
export const isUsable = ({ editLink }: Active, linkId: string, at: string): boolean =>
  editLink?.id === linkId && Date.parse(at) < Date.parse(editLink.expiresAt);

/** What an edit leaves of a customer. One that lacks data may go on lacking it, except by its own link. */
export const fieldsAfter = (
  { type, changes }: Pick<CommandOf<'edit' | 'complete'>, 'type' | 'changes'>,
  { fields }: Active,
): Result<CustomerFields> =>
  customerFields(changes, { current: fields, mayLack: type === 'edit' && !isComplete(fields) });

function decideEdit(command: CommandOf<'edit' | 'complete'>, state: Active): Decision {
  const after = fieldsAfter(command, state);
  if (!after.ok) return after;
  const { register, at } = command;
  if (register.details.length > 0) return refuseFields(register.details);
  const changes = changedFields(state.fields, after.value);
  // Data that the customer confirms is validated again, even if nothing changes; so is data that was never validated.
  const known = command.type === 'edit' && (state.satValidatedAt !== null || !register.asked);
  const stands = known && sameTaxInfo(state.fields, after.value);
  // The register may have matched a part: a customer counts as validated once it is whole.
  const matched = register.asked && isComplete(after.value);
  const sat_validated_at = stands ? state.satValidatedAt : matched ? at : null;
  if (isEmpty(changes) && sat_validated_at === state.satValidatedAt) return ok([]);
  return ok([{ type: 'CustomerEdited', data: { ...changes, sat_validated_at, at } }]);
}

/**
 * A document with exactly the customer's present data was certified, which a PAC does only if they are the registered ones. Data that
 * have changed since, or were validated before, stay as they are; so does a customer that is gone.
 */
const confirm = ({ receiver, at }: CommandOf<'confirm'>, state: Customer): Decision => {
  if (state.status !== 'active' || state.satValidatedAt !== null) return ok([]);
  const { legal_name, tax_id, tax_system, address } = state.fields;
  const isSame =
    address.country === 'MEX' &&
    sameLegalName(legal_name ?? '', receiver.legal_name) &&
    tax_id === receiver.tax_id &&
    tax_system === receiver.tax_system &&
    address.zip === receiver.zip;
  return ok(isSame ? [{ type: 'CustomerEdited', data: { sat_validated_at: at, at } }] : []);
};

const linkCreated = (editLink: EditLinkPrint | undefined, at: string): CustomerEvent[] =>
  editLink ? [{ type: 'CustomerEditLinkCreated', data: { ...editLink, at } }] : [];

export const customerDecider: Decider<Customer, CustomerCommand, CustomerEvent> = {
  initial: absent,
  evolve,
  decide: (command, state) => {
    switch (command.type) {
      case 'create':
        return create(command, state);
      case 'edit':
        return edit(command, state);
      case 'complete':
        return complete(command, state);
      case 'confirm':
        return confirm(command, state);
      case 'delete':
        return state.status === 'active'
          ? ok([{ type: 'CustomerDeleted', data: { at: command.at } }])
          : refuse('customer_not_found');
    }
  },
};
