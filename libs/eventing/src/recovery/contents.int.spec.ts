import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { StreamEvent } from '#kernel';
import type { EventStore } from '#event-store';
import { openBench, type Bench } from '#hosting/testing/bench';
import { findMissing, tellMissing, type NamedContent, type NamedContents } from './contents.js';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.dispose());

const named = (id: string, livemode = false): NamedContent => ({
  ...{ tenant: { organizationId: 'o', livemode }, key: `xml/${id}` },
  ...{ kind: 'invoice', id, file: 'xml' },
});
const keep = (id: string) =>
  bench.pool.query(
    `INSERT INTO platform.contents (organization_id, livemode, key, sealed) VALUES ('o', false, $1, '\\x00')`,
    [`xml/${id}`],
  );

it('what is missing is told once, in its order, by tenant', async () => {
  await keep('there');
  expect(await findMissing(bench.pool, [])).toEqual([]);
  const all = [named('b'), named('there'), named('there', true), named('a'), named('b')];
  expect(await findMissing(bench.pool, all)).toEqual([named('b'), named('there', true), named('a')]);
});

it('the log has the first twenty as soon as they are found, and at the end how many there are', async () => {
  const lines: { missing: number; documents: string[] }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const contents: NamedContents = {
    ...{ name: 'spec.contents', streams: ['invoice-'] },
    of: ({ id }) => [named(id)],
  };
  const events = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: `${from + n}` }) as StreamEvent);
  const recovery = tellMissing(contents, log);
  const parts = { pool: bench.pool, store: {} as EventStore };
  await keep('0');
  await recovery.restore(parts, events(0, 1));
  expect(lines).toEqual([]);
  await recovery.restore(parts, events(1, 25));
  expect(lines.map(({ missing, documents }) => [missing, documents.length, documents[0]])).toEqual([
    [25, 20, 'invoice 1 xml'],
  ]);
  await recovery.restore(parts, events(100, 500));
  recovery.done?.();
  expect(lines.map(({ missing }) => missing)).toEqual([25, 525]);
  // Gone through once more, as where somebody restores it under the running service: told again.
  await recovery.restore(parts, events(1, 1));
  recovery.done?.();
  expect(lines.map(({ missing }) => missing)).toEqual([25, 525, 1]);
});
