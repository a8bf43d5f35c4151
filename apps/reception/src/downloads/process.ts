import type { StreamEvent } from '#kernel';
import { ignoreUnknown } from '#kernel';
import type { DownloadEvent } from '#contracts';
import { defineProcess, ignore, schedule, send, type Effect } from '#eventing';

/** Parts of a download that are under way at a time: the SAT is slow, and dislikes being asked for much at once. */
export const AT_ONCE = 5;

/**
 * Has downloads go on, step by step. Each of the parts under way has one command that is stored and waits for its time; where a part
 * ends, the next one begins.
 *
 * All steps of a download have its key, and so run one after the other. That is meant: a step whose part has ended chooses the next one
 * from what the stream says, and two at once would choose the same and have the SAT asked twice. What takes long is the SAT's work on
 * up to five requests, which goes on side by side; a step is a short call, or the import of a package, which would share the processor anyway.
 * Answers can't mix: each step asks under ids made of its own (asking.ts).
 */
export const downloadProcess = defineProcess({
  name: 'reception.downloads',
  react: { 'download-': (id, event) => onDownload(id, event) },
});

function onDownload(id: string, event: StreamEvent<DownloadEvent>): readonly Effect[] {
  const step = (part: string | null): Effect => send('reception.step-download', id, { part });
  switch (event.type) {
    case 'DownloadBegun':
      return Array.from({ length: AT_ONCE }, () => step(null));
    case 'DownloadPartRequested':
    case 'DownloadPartDelayed':
    case 'DownloadPartGivenUp': {
      const { part, next_at } = event.data;
      return [schedule(next_at, 'reception.step-download', id, { part })];
    }
    case 'DownloadPartReady':
      return [step(event.data.part)];
    case 'DownloadPackageTaken': {
      const { part, ask } = event.data;
      return [step(part), ...ask.map((invoice) => send('invoicing.refresh', invoice, {}))];
    }
    case 'DownloadPartSplit':
    case 'DownloadPartFailed':
      return [step(null)];
    case 'DownloadFetched':
      return [send('reception.reconcile-download', id, {})];
    case 'DownloadReconciled':
    case 'DownloadFinished':
    case 'DownloadFailed':
    case 'DownloadStopped':
    case 'DownloadForgone':
      return [ignore('nothing follows')];
    default:
      return [ignoreUnknown(event, ignore('not known yet'))];
  }
}
