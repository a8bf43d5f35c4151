import { downloadDecider, type PartEvent } from '#apps/reception/src/downloads/decide';
import { newId } from '#kernel';
import type { DownloadAsked } from '#contracts';
import type { TestApp } from '../support/app.js';
import { decide, happened } from './decided.js';

/** Downloads from the sandbox's SAT; what only the real one brings about is told by the decider. */
export async function tellDownloads(app: TestApp): Promise<void> {
  const today = new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 10);
  const asked = { kind: 'issued', from: today, to: today };
  for (const format of ['xml', 'metadata']) {
    const { id } = await app.post('/downloads', { ...asked, format });
    await happened(app, `download-${id}`, 'DownloadFinished');
  }
  // Each with its end: the service does not go on with it.
  const id = newId();
  const at = new Date().toISOString();
  const [first, second] = ['2026-11-25', '2026-11-26'] as const;
  const download: DownloadAsked = {
    ...{ rfc: 'EKU9003173C9', from: first, to: second, origin: 'daily' },
    kind: 'received',
    format: 'xml',
  };
  const far = '2090-01-01T00:00:00.000Z';
  const trouble = { code: '5005', said: 'Solicitud duplicada' };
  const note = (found: PartEvent) => ({ type: 'note', found }) as const;
  const into = [
    { part: `${first}.1`, from: `${first}T00:00:00`, until: `${first}T11:59:59` },
    { part: `${first}.2`, from: `${first}T12:00:00`, until: `${first}T23:59:59` },
  ];
  const stop = { type: 'stop', at } as const;
  const begin = { type: 'begin', asked: download, attempt: 0, at } as const;
  await decide(
    ...([app, 'download-', id, downloadDecider, begin] as const),
    note({ type: 'DownloadPartRequested', data: { part: first, request: newId(), at, next_at: far } }),
    note({ type: 'DownloadPartDelayed', data: { part: first, trouble, at, next_at: far } }),
    note({ type: 'DownloadPartGivenUp', data: { part: first, trouble, at, next_at: far } }),
    note({ type: 'DownloadPartSplit', data: { part: first, into, at } }),
    note({ type: 'DownloadPartFailed', data: { part: `${first}.1`, trouble, at } }),
    { type: 'fail', trouble, at },
  );
  await decide(app, 'download-', newId(), downloadDecider, begin, stop);
  const forgo = { type: 'forgo', attempt: 0, at } as const;
  await decide(app, 'download-', newId(), downloadDecider, forgo, { ...begin, attempt: 1 }, stop);
}
