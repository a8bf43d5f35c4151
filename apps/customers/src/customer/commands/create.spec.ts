import { describe, expect, it } from '@jest/globals';
import { customerFields } from '#billing';
import type { CreateCustomerCommand, CustomerInput } from '#contracts';
import { newId, ok } from '#kernel';
import type { SatLists } from '#sat';
import type { Customer } from '../customer.js';
import { CreateCustomerHandler } from './create.js';

const input: CustomerInput = { legal_name: 'ACME Inc.', address: { country: 'USA' } };
const fieldsOf = (customer: CustomerInput) => {
  const fields = customerFields(customer);
  if (!fields.ok) throw new Error(fields.refusal.code);
  return fields.value;
};
const active = (customer: CustomerInput): Customer => ({
  ...{ status: 'active', satValidatedAt: null, editLink: null },
  fields: fieldsOf(customer),
});

/** The handler where a row shows an identical customer, who is by now in this state, at revision 3. */
function openHandler(state: Customer) {
  const made: string[] = [];
  const twins = {
    of: () => Promise.resolve({ id: 'twin', revision: 0 }),
    shows: () => Promise.resolve(true),
  };
  const customers = {
    at: () => Promise.resolve({ state, revision: 3 }),
    handle: (_command: unknown, decision: { type: string }, { key }: { key: string }) => {
      made.push(decision.type);
      return Promise.resolve(ok({ state, stream: `customer-${key}`, revision: 0, changed: true }));
    },
  };
  return {
    made,
    handler: new CreateCustomerHandler(customers as never, twins as never, {} as Partial<SatLists> as never),
  };
}
const create: CreateCustomerCommand = {
  ...{ id: 'i', type: 'customers.create', key: 'k', actor: 'test', correlationId: 'c' },
  ...{ time: '2026-11-21T18:00:00.000Z', tenant: { organizationId: newId(), livemode: false } },
  data: { customer_id: 'new', customer: input },
};

describe('a customer that is like one that a row shows', () => {
  it('is that one, as it is by now', async () => {
    const { handler, made } = openHandler(active(input));
    expect(await handler.execute(create)).toEqual(
      ok({ at: { stream: 'customer-twin', revision: 3 }, data: { customer_id: 'twin', created: false } }),
    );
    expect(made).toEqual([]);
  });

  it.each([
    ['was deleted', { status: 'deleted' }],
    ['is another by now', active({ ...input, email: 'otro@acme.com' })],
  ] as const)('is made where that one %s, and its row does not show it yet', async (_, state) => {
    const { handler, made } = openHandler(state);
    expect(await handler.execute(create)).toEqual(
      ok({ at: { stream: 'customer-new', revision: 0 }, data: { customer_id: 'new', created: true } }),
    );
    expect(made).toEqual(['create']);
  });
});
