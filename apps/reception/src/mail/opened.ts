import { WorkerRefusal, type WorkerPool, type WorkerTask } from '#hosting';
import type { MailedFiles } from './documents.js';

const OPEN_MAIL: WorkerTask<Uint8Array, MailedFiles> = {
  module: new URL('./documents.worker.js', import.meta.url),
  name: 'openMail',
};

/** Takes a mail apart off the event loop. Throws where threads can't now: then it is to be tried again. */
export async function openOffLoop(
  workers: Pick<WorkerPool, 'run'>,
  raw: Uint8Array,
  organizationId: string,
): Promise<MailedFiles> {
  try {
    return await workers.run(OPEN_MAIL, raw, organizationId);
  } catch (error) {
    // A mail of this size takes seconds at most.
    if (error instanceof WorkerRefusal && error.reason === 'too_long') return { problem: 'unreadable' };
    throw error;
  }
}
