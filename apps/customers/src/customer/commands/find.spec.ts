import { describe, expect, it } from '@jest/globals';
import type { FindCustomersByRfcCommand } from '#contracts';
import { newId, ok } from '#kernel';
import type { Customer } from '../customer.js';
import { FindCustomersByRfcHandler } from './find.js';

const RFC = 'ACQ010101AB1';

/** The handler over a read model that does or does not show a customer, who is in this state. */
function openHandler({ shows, status }: { readonly shows: boolean; readonly status: Customer['status'] }) {
  const found = shows ? [{ tax_id: RFC, id: 'c' }] : [];
  const twins = { shows: () => Promise.resolve(shows), byRfc: () => Promise.resolve(found) };
  const customers = { state: () => Promise.resolve({ status }) };
  return new FindCustomersByRfcHandler(twins as never, customers as never);
}

const asked = (after?: { stream: string; revision: number }): FindCustomersByRfcCommand => ({
  ...{ id: 'i', type: 'customers.find-by-rfc', key: 'i', actor: 'test', correlationId: 'c' },
  ...{ time: '2026-11-21T18:00:00.000Z', tenant: { organizationId: newId(), livemode: false } },
  data: { tax_ids: [RFC], ...(after && { after }) },
});
const after = { stream: 'customer-c', revision: 0 };

describe('who has an RFC, asked after a customer was made', () => {
  it('is that customer, once it can be found', async () => {
    const handler = openHandler({ shows: true, status: 'active' });
    expect(await handler.execute(asked(after))).toEqual(
      ok({ data: { customers: [{ tax_id: RFC, id: 'c' }] } }),
    );
  });

  it('is not answered as long as it can’t', async () => {
    const handler = openHandler({ shows: false, status: 'active' });
    await expect(handler.execute(asked(after))).rejects.toThrow('customer-c does not show revision 0 yet');
  });

  it('is nobody where it was deleted so long ago that no trace is left of it', async () => {
    const handler = openHandler({ shows: false, status: 'deleted' });
    expect(await handler.execute(asked(after))).toEqual(ok({ data: { customers: [] } }));
  });

  it('is whoever can be found now, where nobody is waited for', async () => {
    const handler = openHandler({ shows: false, status: 'active' });
    expect(await handler.execute(asked())).toEqual(ok({ data: { customers: [] } }));
  });
});
