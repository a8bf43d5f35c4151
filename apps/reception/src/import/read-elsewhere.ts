import { field, type ErrorCode } from '#kernel';
import { WorkerRefusal, type WorkerPool, type WorkerTask } from '#hosting/workers/worker-pool';
import type { DocumentRead, DocumentsToRead } from './read.worker.js';

const READ: WorkerTask<DocumentsToRead, readonly DocumentRead[]> = {
  module: new URL('./read.worker.js', import.meta.url),
  name: 'readDocuments',
};

/**
 * Reads documents in a thread. Where the thread is ended over them (too long, too much memory), or fails by a bug, each is read by
 * itself, so that the one that is to blame is the only one that is refused.
 */
export async function readElsewhere(
  workers: Pick<WorkerPool, 'run' | 'noteBug'>,
  input: DocumentsToRead,
  organizationId: string,
): Promise<readonly DocumentRead[]> {
  try {
    return await workers.run(READ, input, organizationId);
  } catch (error) {
    const reason = error instanceof WorkerRefusal ? error.reason : 'bug';
    if (reason === 'too_much_waiting') return input.files.map(() => refused('service_unavailable'));
    const [only, ...others] = input.files;
    if (only === undefined) return [];
    if (others.length === 0) {
      if (reason !== 'bug') return [refused('invoice_import_unreadable', reason === 'too_long')];
      workers.noteBug(error);
      return [refused('internal_error')];
    }
    const read: DocumentRead[] = [];
    for (const file of input.files)
      read.push(...(await readElsewhere(workers, { ...input, files: [file] }, organizationId)));
    return read;
  }
}

const refused = (code: ErrorCode, isSlow?: boolean): DocumentRead => ({
  ...{ ok: false, code, uuid: null },
  details:
    isSlow === undefined
      ? []
      : [field('file', 'too_large', { location: 'files', message: isSlow ? TOO_LONG : TOO_MUCH })],
});

const TOO_LONG = {
  es: 'Leer el XML toma demasiado tiempo.',
  en: 'Reading the XML takes too long.',
};
const TOO_MUCH = {
  es: 'Leer el XML toma demasiada memoria.',
  en: 'Reading the XML takes too much memory.',
};
