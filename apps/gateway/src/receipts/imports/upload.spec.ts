import { expect, it } from '@jest/globals';
import { ok, refuse } from '#kernel';
import { HttpRefusal, StreamedFile } from '#http';
import type { CommandSender } from '../../commands.js';
import type { ProductResolver } from '../../products/resolver.js';
import type { ReceiptEntries } from '../many/entries.js';
import { ReceiptUploads } from './upload.js';

const call = { tenant: { organizationId: 'o1', livemode: false } } as never;
const LINES = 300;

/** An upload of more than a piece, and the commands that it sends. */
function receive({ end, isStillAllowed }: { end?: () => never; isStillAllowed?: () => Promise<void> } = {}) {
  const sent: { type: string; key: string }[] = [];
  const sender = {
    send: (command: { type: string; key: string }) => {
      sent.push(command);
      return Promise.resolve(ok({ data: { status: 'processing' } }));
    },
  } as unknown as CommandSender;
  const entries = {
    scopeOf: () => Promise.resolve({ scope: {}, context: {} }),
    read: () => Promise.resolve(ok({ content: {}, folio_number: null })),
  } as unknown as ReceiptEntries;
  const products = { idsBySku: () => Promise.resolve(new Map()) } as unknown as ProductResolver;
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let line = 0; line < LINES; line += 1) yield Promise.resolve(Buffer.from('{}\n'));
    end?.();
  }
  const file = new StreamedFile('application/x-ndjson', chunks());
  const uploads = new ReceiptUploads(sender, entries, products);
  const answer = uploads.receive(call, file, isStillAllowed ?? (() => Promise.resolve()));
  const names = () => sent.map(({ type }) => type.replace('receipts.', ''));
  return { answer, sent, names };
}

it('a file is kept piece by piece, and its import begins once all of it is there', async () => {
  const { answer, names } = receive();
  expect(await answer).toEqual({ status: 'processing' });
  expect(names()).toEqual(['keep-piece', 'keep-piece', 'begin-import']);
});

it('of a file that is cut, or of a caller who has lost its right meanwhile, nothing stays', async () => {
  const cut = receive({
    end: () => {
      throw new Error('aborted');
    },
  });
  await expect(cut.answer).rejects.toThrow('aborted');
  expect(cut.names()).toEqual(['keep-piece', 'drop-pieces']);
  const gone = receive({
    isStillAllowed: () => Promise.reject(new HttpRefusal(refuse('forbidden').refusal)),
  });
  await expect(gone.answer).rejects.toThrow('forbidden');
  expect(gone.names()).toEqual(['keep-piece', 'keep-piece', 'drop-pieces']);
  expect(new Set(gone.sent.map(({ key }) => key)).size).toBe(1);
});
