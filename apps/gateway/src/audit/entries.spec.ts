import { describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { Conditions } from '../doc-table.js';
import { AuditEntries } from './entries.js';

/** A log of so many entries, and the statements that were asked of it. */
function logOf(count: number) {
  const asked: unknown[][] = [];
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ id: `id${n}`, created_at: new Date(1e12 - n), operation: 'write.x.y', outcome: 'succeeded' },
  }));
  const query = (_: string, values: unknown[]) => {
    asked.push(values);
    const from = rows.findIndex(({ id }) => id === values.at(-1)) + 1;
    return Promise.resolve({ rows: rows.slice(from, from + 500) });
  };
  return { entries: new AuditEntries({ query } as never), asked };
}
const conditions = () => new Conditions().and('organization_id = ?', 'o');
const always = () => Promise.resolve();

describe('an export of the audit log', () => {
  it('goes on where the last statement ended, each line once', async () => {
    const { entries, asked } = logOf(1_200);
    let text = '';
    for await (const lines of entries.lines(conditions(), always)) text += lines.toString();
    const ids = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(ids).toEqual(Array.from({ length: 1_200 }, (_, n) => `id${n}`));
    expect(asked).toEqual([
      ['o'],
      ['o', new Date(1e12 - 499).toISOString(), 'id499'],
      ['o', new Date(1e12 - 999).toISOString(), 'id999'],
    ]);
  });

  it('reads no further than its client has taken, and ends when that goes away', async () => {
    const { entries, asked } = logOf(50_000);
    const stream = Readable.from(entries.lines(conditions(), always), { objectMode: false });
    await new Promise((resolve) => stream.once('readable', resolve));
    stream.read(10);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked.length).toBeLessThan(5);
    const before = asked.length;
    stream.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked.length).toBe(before);
  });

  it('breaks off when its reader may read no more', async () => {
    const { entries } = logOf(1_200);
    const removed = () => Promise.reject(new Error('removed meanwhile'));
    const lines = entries.lines(conditions(), removed);
    expect((await lines.next()).done).toBe(false);
    await expect(lines.next()).rejects.toThrow('removed meanwhile');
  });
});
