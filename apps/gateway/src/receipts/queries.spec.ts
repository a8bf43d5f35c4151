import { describe, expect, it } from '@jest/globals';
import { ReceiptQueries } from './queries.js';

const tenant = { organizationId: '01a21a6701ee00b7788df522', livemode: false };
const doc = '{"key":"7KQM3X2P","id":"01a21a677d5e0066ba196856"}';

describe('a receipt that another request is making', () => {
  it('is read as it is stored, once it is heard of', async () => {
    const answers = [[], [{ id: 'r', revision: 0, doc }]];
    const pool = { query: async () => ({ rows: answers.shift() ?? [] }) };
    // What the projection of the same process tells of is its own row, whose answer is no text.
    const heard = { id: 'r', revision: 0, doc: JSON.parse(doc) as unknown };
    const watch = { follow: () => ({ until: async () => heard, close: () => undefined }) };
    const queries = new ReceiptQueries(pool as never, watch as never);
    expect((await queries.waitForCreated(tenant, 'r'))?.doc).toBe(doc);
  });
});
