import { statusOf } from '#kernel';
import {
  MOST_MAIL_RESULTS,
  type CommandOutcome,
  type DocumentOutcome,
  type FileImported,
  type InboundMailProblem,
  type InboundMailResults,
} from '#contracts';

/** What a file of a mail came to; one that is refused as a whole is an outcome by its own name. */
export function outcomesOf(name: string, imported: CommandOutcome<FileImported>): readonly DocumentOutcome[] {
  if (imported.ok) return imported.value.data.outcomes;
  const { code, details = [] } = imported.refusal;
  return [{ file: name, status: 'refused', code, details, uuid: null, id: null }];
}

/** Whether it is to be tried again: somebody who was asked was away or busy, and the document may be good. */
export const isForNow = ({ code }: DocumentOutcome): boolean =>
  code !== null && (statusOf(code) >= 500 || statusOf(code) === 429);

/** A document that an earlier try of this very mail imported is no duplicate. */
export function mergeTries(
  before: readonly DocumentOutcome[],
  now: readonly DocumentOutcome[],
): readonly DocumentOutcome[] {
  const ours = new Set(before.flatMap(({ status, uuid }) => (status === 'imported' && uuid ? [uuid] : [])));
  return now.map((one) =>
    one.status === 'duplicate' && one.uuid !== null && ours.has(one.uuid)
      ? { ...one, status: 'imported', code: null, details: [] }
      : one,
  );
}

/** What became of a mail: all counted, and as many of them named as are kept. */
export function resultsOf(
  outcomes: readonly DocumentOutcome[],
  problem: InboundMailProblem | null = null,
): InboundMailResults {
  const count = (asked: DocumentOutcome['status']) =>
    outcomes.filter(({ status }) => status === asked).length;
  const refused = outcomes.filter(({ status }) => status === 'refused');
  const others = outcomes.filter(({ status }) => status !== 'refused');
  const kept = new Set([...refused, ...others].slice(0, MOST_MAIL_RESULTS));
  return {
    imported: count('imported'),
    duplicates: count('duplicate'),
    refused: refused.length,
    results: outcomes
      .filter((one) => kept.has(one))
      .map(({ file, status, code, uuid, id }) => ({ file, status, code, uuid, id })),
    problem,
  };
}
