import { expect, it } from '@jest/globals';
import { WorkerRefusal } from '#hosting/workers/worker-pool';
import { readElsewhere } from './read-elsewhere.js';
import type { DocumentRead, DocumentsToRead } from './read.worker.js';

/** Threads that are ended, or fail, over some documents: by their first byte. */
function threads(failing: Readonly<Record<string, () => Error>>) {
  const bugs: unknown[] = [];
  const codes: DocumentRead = { ok: false, code: 'invoice_import_not_cfdi', details: [], uuid: null };
  return {
    bugs,
    run: (_task: unknown, { files }: DocumentsToRead) => {
      for (const file of files) {
        const failure = failing[String.fromCharCode(file.bytes[0] ?? 0)];
        if (failure) return Promise.reject(failure());
      }
      return Promise.resolve(files.map(() => codes));
    },
    noteBug: (error: unknown) => void bugs.push(error),
  };
}
const trust = { live: [], sandbox: [] };
const read = async (failing: Parameters<typeof threads>[0], text: string) => {
  const workers = threads(failing);
  // What a thread gives is not typed where it is faked.
  const outcomes = await readElsewhere(
    workers as unknown as Parameters<typeof readElsewhere>[0],
    { trust, stamps: {}, files: [...text].map((one) => ({ bytes: Buffer.from(one) })) },
    'org',
  );
  return { codes: outcomes.map((one) => !one.ok && one.code), bugs: workers.bugs };
};

it('refuses the one document that a thread is ended over, or fails by, and reads the others', async () => {
  const failing = {
    b: () => new TypeError('not a decimal'),
    l: () => new WorkerRefusal('too_long'),
  };
  const { codes, bugs } = await read(failing, 'abclx');
  expect(codes).toEqual([
    'invoice_import_not_cfdi',
    'internal_error',
    'invoice_import_not_cfdi',
    'invoice_import_unreadable',
    'invoice_import_not_cfdi',
  ]);
  expect(bugs).toEqual([new TypeError('not a decimal')]);
});

it('refuses all for now where too much waits already', async () => {
  const { codes } = await read({ b: () => new WorkerRefusal('too_much_waiting') }, 'abc');
  expect(codes).toEqual(['service_unavailable', 'service_unavailable', 'service_unavailable']);
});
