import { CannotExamine, type Examine, type Examined, type Sent } from '#pac';
import { WorkerRefusal, type WorkerPool, type WorkerTask } from '#hosting/workers/worker-pool';
import type { DocumentToExamine } from './examine.worker.js';

/** Below it, handing a document over takes longer than reading it: 150,000 characters (300 items) take 5 ms. */
const LARGE_XML_CHARS = 150_000;

const EXAMINE: WorkerTask<DocumentToExamine, Examined> = {
  module: new URL('./examine.worker.js', import.meta.url),
  name: 'examineDocument',
};

/** Judges small documents where it is called, by `examine`, and large ones in a thread. */
export function examineLargeElsewhere(
  examine: (sent: Sent, now: Date) => Examined,
  { workers, cataloguesDir }: { readonly workers: WorkerPool; readonly cataloguesDir: string },
): Examine {
  const examineInThread = async (
    { kind, xml }: Sent,
    now: Date,
    organizationId: string,
  ): Promise<Examined> => {
    try {
      return await workers.run(EXAMINE, { kind, xml, now, cataloguesDir }, organizationId);
    } catch (error) {
      throw error instanceof WorkerRefusal ? new CannotExamine(error.message, { cause: error }) : error;
    }
  };
  return (sent, now, organizationId) =>
    sent.xml.length < LARGE_XML_CHARS ? examine(sent, now) : examineInThread(sent, now, organizationId);
}
