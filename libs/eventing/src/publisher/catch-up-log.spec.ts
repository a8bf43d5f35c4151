import { expect, it } from '@jest/globals';
import { readPosition } from '#kernel';
import { createLogger } from '#hosting/logging/logger';
import { placeAt } from '../feed/place.js';
import { CatchUpLog } from './catch-up-log.js';

it('tells how far it has come every five seconds while it is far behind, and when it has caught up', async () => {
  const lines: string[] = [];
  let nowMs = 0;
  let head = 100_000n;
  const store = { head: async () => readPosition(head) };
  const log = createLogger({ to: { write: (line) => void lines.push(line) } });
  const catchUp = new CatchUpLog(store, log, undefined, () => nowMs);
  for (let position = 10_000n; position <= 40_000n; position += 10_000n) {
    nowMs += 2_500;
    await catchUp.passed(placeAt(readPosition(position)), 10_000);
  }
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { msg: 'publishing older events', position: '20000', left: 80_000, percent: 20, perSecond: 4_000 },
    { msg: 'publishing older events', position: '40000', left: 60_000, percent: 40, perSecond: 4_000 },
  ]);
  head = 100_500n;
  for (const position of [100_000n, 100_500n]) {
    nowMs += 6_000;
    await catchUp.passed(placeAt(readPosition(position)), 1);
  }
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain('up to date');
});
