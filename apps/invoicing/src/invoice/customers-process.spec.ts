import { expect, it } from '@jest/globals';
import type { StreamEvent } from '#kernel';
import type { CustomerEvent } from '#contracts';
import { onCustomer } from './customers-process.js';

const after = (type: string, data: object) =>
  onCustomer('c', { type, data, revision: 3 } as unknown as StreamEvent<CustomerEvent>);

it('has a customer looked for in the past from when it has an RFC of its own', () => {
  for (const type of ['CustomerCreated', 'CustomerEdited'])
    expect(after(type, { tax_id: 'EKU9003173C9' })).toMatchObject({
      kind: 'send',
      command: {
        ...{ type: 'invoicing.recognize-customer', key: 'c' },
        data: { tax_id: 'EKU9003173C9', revision: 3 },
      },
    });
});

it.each<[string, object]>([
  ['CustomerCreated', { tax_id: null }],
  ['CustomerCreated', { tax_id: 'XAXX010101000' }],
  ['CustomerCreated', { tax_id: 'XEXX010101000' }],
  // The identification of another country.
  ['CustomerCreated', { tax_id: '123456789' }],
  ['CustomerEdited', { sat_validated_at: null }],
  ['CustomerDeleted', {}],
  ['CustomerEditLinkCreated', {}],
  ['SomethingNew', { tax_id: 'EKU9003173C9' }],
])('asks for nothing after %s %j', (type, data) =>
  expect(after(type, data)).toMatchObject({ kind: 'ignore' }),
);
