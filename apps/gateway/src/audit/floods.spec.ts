import { describe, expect, it } from '@jest/globals';
import type { AuditEntry } from './entry.js';
import { Floods } from './floods.js';

const entry = (organization_id: string, by = 'a', operation = 'read.x.list'): AuditEntry => ({
  ...{ id: 'id', created_at: new Date(0), organization_id, operation, log_id: 'l', times: 1 },
  actor: { type: 'user', id: by, first_12: 'sk_user_0123', ip: '10.0.0.1', user_agent: 'x' },
  resource: { type: 'x', id: 'y' },
  outcome: 'denied',
});
const tryMany = (floods: Floods, count: number, of: (n: number) => AuditEntry, isStranger = true): number =>
  Array.from({ length: count }, (_, n) => floods.admit(of(n), isStranger)).filter(Boolean).length;

describe('denials that come too fast', () => {
  it('are kept up to a limit for each organization, and counted beyond it', () => {
    const floods = new Floods({ own: 10, strangers: 3 });
    expect(tryMany(floods, 8, (n) => entry('o', `by ${n}`))).toBe(3);
    expect(tryMany(floods, 12, () => entry('o'), false)).toBe(10);
    const counted = {
      ...{ organization_id: 'o', operation: 'read.x.list', log_id: null },
      actor: { type: 'user', id: null, first_12: null, ip: null, user_agent: null },
      resource: { type: 'x', id: null },
    };
    // The organization's own first.
    expect(floods.nextMinute()).toEqual([
      expect.objectContaining({ ...counted, times: 2 }),
      expect.objectContaining({ ...counted, times: 5 }),
    ]);
    expect(floods.nextMinute()).toEqual([]);
    expect(tryMany(floods, 8, () => entry('o'))).toBe(3);
  });

  it('of one stranger are limited across all organizations', () => {
    const floods = new Floods({ own: 10, strangers: 3 });
    expect(tryMany(floods, 8, (n) => entry(`o${n}`))).toBe(3);
    expect(tryMany(floods, 1, () => entry('o9', 'another'))).toBe(1);
  });

  it('of strangers hide none of an organization’s own, however many organizations they name', () => {
    const floods = new Floods({ own: 2, strangers: 3 });
    tryMany(floods, 30_000, (n) => entry(`o${n}`));
    tryMany(floods, 30_000, (n) => entry(`p${n}`, `by ${n}`));
    expect(tryMany(floods, 5, () => entry('victim', 'b', 'write.x.delete'), false)).toBe(2);
    const counts = floods.nextMinute().filter(({ organization_id }) => organization_id === 'victim');
    expect(counts).toEqual([expect.objectContaining({ operation: 'write.x.delete', times: 3 })]);
  });

  it('take no memory without end, whatever they ask for', () => {
    const floods = new Floods();
    tryMany(floods, 30_000, (n) => entry(`o${n}`, `by ${n}`));
    expect(floods.nextMinute().length).toBeLessThanOrEqual(10_000);
  });
});
