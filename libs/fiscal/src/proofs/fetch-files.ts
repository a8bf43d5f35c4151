import { unpack, type SatDownload } from '#pac';

export type Fetched =
  /** `count`: how many documents the tax authority says that there are. */
  | { readonly kind: 'files'; readonly files: ReadonlyMap<string, Buffer>; readonly count: number }
  /** Not ready, or nobody answers: to be looked at again. */
  | { readonly kind: 'wait'; readonly reason: string }
  /** The request leads nowhere any more: another one has to be made. */
  | { readonly kind: 'gone'; readonly reason: string };

/** Requests take minutes to hours, seldom 72 hours. */
const PATIENCE_MS = 80 * 3_600_000;

/** What a request has brought: all files of all its packages, or none. */
export async function fetchFiles(
  download: Pick<SatDownload, 'verify' | 'download'>,
  id: string,
  { at, now, ending }: { readonly at: string; readonly now: Date; readonly ending: string },
): Promise<Fetched> {
  const answer = await download.verify(id);
  if (answer.kind === 'unavailable') return { kind: 'wait', reason: answer.reason };
  // 5004: it does not know such a request.
  if (answer.kind === 'refused')
    return { kind: answer.code === '5004' ? 'gone' : 'wait', reason: `${answer.code} ${answer.message}` };
  const { state, stateCode, count, packages } = answer.verified;
  // Nothing of the kind: an answer as whole as any other.
  if (stateCode === '5004') return { kind: 'files', files: new Map(), count: 0 };
  const isSlow = now.getTime() - Date.parse(at) > PATIENCE_MS;
  if (state === 'accepted' || state === 'in_process')
    return { kind: isSlow ? 'gone' : 'wait', reason: 'the SAT is at it' };
  if (state !== 'finished') return { kind: 'gone', reason: `the SAT says ${state} (${stateCode})` };
  const files = new Map<string, Buffer>();
  for (const name of packages) {
    const got = await download.download(name);
    if (got.kind === 'unavailable') return { kind: 'wait', reason: got.reason };
    if (got.kind === 'refused') return { kind: 'gone', reason: `${got.code} ${got.message}` };
    const unpacked = unpack(got.zip, ending);
    if (!unpacked) return { kind: 'gone', reason: 'a package cannot be read' };
    for (const [file, content] of unpacked) files.set(`${name}/${file}`, content);
  }
  return { kind: 'files', files, count };
}
