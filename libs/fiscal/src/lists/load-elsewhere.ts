import { Worker } from 'node:worker_threads';
import { LoadFailure, LoadUnderWay } from '#sat/large/load/failure';
import type { ListManifest } from '#sat/lists/manifest';
import { builtModule } from '#hosting/workers/worker-pool';
import type { ListToLoad, LoadAnswer } from './load.worker.js';

/** Memory of the thread's JavaScript: rows are outside of it, 16 MB at a time; the list of article 69-B takes some 60 MB. */
const HEAP_MB = 512;

/**
 * Loads a list in a thread of its own, as `loadList` does: minutes of work, which nothing else waits for. The thread has nothing of
 * the process's environment. Rejects with LoadFailure.
 */
export const loadElsewhere = (list: ListToLoad): Promise<ListManifest> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(builtModule(new URL('./load.worker.js', import.meta.url))), {
      workerData: list,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    // A process that ends does not wait for a list: the one before stays, and it is loaded at the next start.
    worker.unref();
    worker.once('message', (answer: LoadAnswer) => {
      if (answer.kind === 'loaded') resolve(answer.manifest);
      else reject(answer.again ? new LoadUnderWay(answer.problem) : new LoadFailure(answer.problem));
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      reject(new LoadFailure('The thread that loaded it was ended.'));
    });
  });
