import { ok, refuse, type Decider, type Result } from '#kernel';
import { mergeAddress, supplierFields, tidy } from '#billing';
import type { SupplierEvent, SupplierFields, SupplierInput, SupplierOnDocument } from '#contracts';
import { changedFields, isEmpty } from '../changed-fields.js';
import { absent, evolve, type Supplier } from './supplier.js';

export type SupplierCommand =
  | { type: 'create'; supplier: SupplierInput; at: string }
  /** Of a received document: it was certified, and is taken as it is. */
  | { type: 'ensure'; supplier: SupplierOnDocument; at: string }
  | { type: 'edit'; changes: SupplierInput; at: string }
  | { type: 'delete'; at: string };

type Decision = Result<readonly SupplierEvent[]>;
type CommandOf<Type extends SupplierCommand['type']> = Extract<SupplierCommand, { type: Type }>;

const create = ({ supplier, at }: CommandOf<'create'>, state: Supplier): Decision => {
  if (state.status !== 'absent') return refuse('conflict');
  const fields = supplierFields(supplier);
  return fields.ok ? ok([{ type: 'SupplierCreated', data: { ...fields.value, at } }]) : fields;
};

/** The RFC of a document, as suppliers have it. */
export const rfcOf = ({ tax_id }: SupplierOnDocument): string => tax_id.trim().toUpperCase();

/** One that stands for another RFC by now, or is deleted, is a conflict: the RFC's next place is tried. */
const ensure = ({ supplier, at }: CommandOf<'ensure'>, state: Supplier): Decision => {
  const tax_id = rfcOf(supplier);
  if (state.status === 'active' && state.fields.tax_id === tax_id) return ok([]);
  if (state.status !== 'absent') return refuse('conflict');
  const fields: SupplierFields = {
    legal_name: tidy(supplier.legal_name),
    tax_id,
    tax_system: tidy(supplier.tax_system),
    email: null,
    phone: null,
    address: mergeAddress(supplier.address, undefined),
    external_id: null,
  };
  return ok([{ type: 'SupplierCreated', data: { ...fields, at } }]);
};

const edit = ({ changes, at }: CommandOf<'edit'>, state: Supplier): Decision => {
  if (state.status !== 'active') return refuse('supplier_not_found');
  const fields = supplierFields(changes, state.fields);
  if (!fields.ok) return fields;
  const changed = changedFields(state.fields, fields.value);
  return ok(isEmpty(changed) ? [] : [{ type: 'SupplierEdited', data: { ...changed, at } }]);
};

export const supplierDecider: Decider<Supplier, SupplierCommand, SupplierEvent> = {
  initial: absent,
  evolve,
  decide: (command, state) => {
    switch (command.type) {
      case 'create':
        return create(command, state);
      case 'ensure':
        return ensure(command, state);
      case 'edit':
        return edit(command, state);
      case 'delete':
        return state.status === 'active'
          ? ok([{ type: 'SupplierDeleted', data: { at: command.at } }])
          : refuse('supplier_not_found');
    }
  },
};
