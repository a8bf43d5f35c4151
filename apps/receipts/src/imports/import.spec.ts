import { expect, it } from '@jest/globals';
import { fold } from '#kernel';
import type { ImportedFile, ReceiptImportEvent } from '#contracts';
import { importDecider, importOf, type ImportCommand, type KnownImport } from './import.js';
import { importProcess } from './process.js';
import { Turns } from './turns.js';

const at = '2026-11-27T18:00:00.000Z';
const file: ImportedFile = {
  ...{ upload: 'u1', pieces: 2, format: 'csv', bytes: 100, lines: 12, receipts: 10 },
};
const begin: ImportCommand = { type: 'begin', file, at };
const advance = (piece: number): ImportCommand => ({
  ...{ type: 'advance', piece, created: 3, existing: 1, failed: 1, at },
});

/** What is left by commands, one after the other. */
function after(...commands: readonly ImportCommand[]): ReceiptImportEvent[] {
  const events: ReceiptImportEvent[] = [];
  for (const command of commands) {
    const decided = importDecider.decide(command, fold(importDecider, events));
    events.push(...(decided.ok ? decided.value : []));
  }
  return events;
}
const shown = (...commands: readonly ImportCommand[]) =>
  importOf('i1', fold(importDecider, after(...commands)) as KnownImport);

it('an import counts what its pieces come to, and is finished with the last', () => {
  expect(shown(begin)).toMatchObject({ status: 'processing', processed: 0, receipts: 10, finished_at: null });
  expect(shown(begin, advance(0))).toMatchObject({ status: 'processing', processed: 5 });
  expect(shown(begin, advance(0), advance(1))).toMatchObject({
    ...{ status: 'finished', processed: 10, created: 6, existing: 2, failed: 2, finished_at: at },
  });
});

it('a file that comes again, a piece that is done, and one that is not next change nothing', () => {
  const done = after(begin, advance(0), advance(1));
  expect(after(begin, begin, advance(1), advance(0), advance(0), begin, advance(1), advance(1))).toEqual(
    done,
  );
  expect(importDecider.decide(advance(0), importDecider.initial)).toMatchObject({
    refusal: { code: 'receipt_import_not_found' },
  });
});

it('the process asks for one piece after the other', () => {
  const asked = after(begin, advance(0), advance(1)).flatMap((event) =>
    importProcess.react({ streamId: 'import-i1', ...event } as never),
  );
  expect(asked.map((effect) => ('command' in effect ? effect.command : effect.kind))).toEqual([
    { type: 'receipts.import-piece', key: 'i1', data: { piece: 0 } },
    { type: 'receipts.import-piece', key: 'i1', data: { piece: 1 } },
    'ignore',
  ]);
});

it('turns let two work at a time, and of each name one, so that nobody waits for the many of another', async () => {
  const turns = new Turns(2);
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string, what: string) =>
    turns.take(name, () => {
      order.push(what);
      return new Promise<void>((end) => ends.set(what, end));
    });
  const all = [work('a', 'a1'), work('a', 'a2'), work('a', 'a3'), work('b', 'b1'), work('c', 'c1')];
  await Promise.resolve();
  expect(order).toEqual(['a1', 'b1']);
  for (const what of ['a1', 'a2', 'b1', 'c1', 'a3']) {
    ends.get(what)?.();
    await new Promise((settle) => setImmediate(settle));
  }
  await Promise.all(all);
  expect(order).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
  await expect(turns.take('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.take('a', () => Promise.resolve('yes'))).toBe('yes');
});
