import type { Csd, CsdFiles, Fiel } from '#cfdi';
import type { Result } from '#kernel';
import type { WorkerPool, WorkerTask } from '#hosting/workers/worker-pool';
import type { FilesToOpen } from './open.worker.js';

const OPEN: WorkerTask<FilesToOpen, Result<Csd>> = {
  module: new URL('./open.worker.js', import.meta.url),
  name: 'openFiles',
};

/**
 * Opens an uploaded CSD in a thread, as `openCsd` does and with its refusals: the derivation of its key (at most
 * MAX_ROUNDS), and a try of the key. Of one organization only some are opened at a time. Rejects with WorkerRefusal
 * where threads could not do it now: the files may be good, and may be sent again.
 */
export const openCsdElsewhere = (
  workers: WorkerPool,
  files: CsdFiles,
  organizationId: string,
): Promise<Result<Csd>> => workers.run(OPEN, { kind: 'csd', ...files }, organizationId);

/** Opens an uploaded FIEL in a thread, as {@link openCsdElsewhere} does a CSD. */
export const openFielElsewhere = (
  workers: WorkerPool,
  files: CsdFiles,
  organizationId: string,
): Promise<Result<Fiel>> => workers.run(OPEN, { kind: 'fiel', ...files }, organizationId);
