import { ok, refuse, type Decider, type Result } from '#kernel';
import type { DifferenceCounts, DownloadAsked, DownloadEvent, DownloadTrouble } from '#contracts';
import {
  absent,
  evolve,
  isBegun,
  isEnded,
  type DownloadState,
  type KnownDownload,
  type Part,
} from './download.js';

/** What a step finds out about a part. */
export type PartEvent = Extract<DownloadEvent, { readonly data: { readonly part: string } }>;

/** `at`: the tenant's time. `attempt`: the one that a place was claimed for, and no other. */
export type DownloadCommand =
  | { type: 'begin'; asked: DownloadAsked; attempt: number; at: string }
  | { type: 'forgo'; attempt: number; at: string }
  | { type: 'note'; found: PartEvent }
  | { type: 'fail'; trouble: DownloadTrouble; at: string }
  | { type: 'reconcile'; differences: DifferenceCounts; at: string }
  | { type: 'stop'; at: string };

type Decision = Result<readonly DownloadEvent[]>;

/** The rules of downloads. What comes twice, or late, changes nothing. */
export const downloadDecider: Decider<DownloadState, DownloadCommand, DownloadEvent> = {
  initial: absent,
  evolve,
  decide,
};

function decide(command: DownloadCommand, state: DownloadState): Decision {
  if (command.type === 'begin') {
    const { asked, attempt, at } = command;
    if (isBegun(state)) return ok([]);
    // Its claim was ruled out meanwhile, and the place may be another's.
    if (state.attempt !== attempt) return refuse('conflict');
    return ok([{ type: 'DownloadBegun', data: { asked, at } }]);
  }
  if (command.type === 'forgo') {
    const isOpen = !isBegun(state) && state.attempt === command.attempt;
    return ok(isOpen ? [{ type: 'DownloadForgone', data: { at: command.at } }] : []);
  }
  if (!isBegun(state)) return refuse('download_not_found');
  switch (command.type) {
    case 'note':
      return ok(note(command.found, state));
    case 'fail': {
      const { trouble, at } = command;
      return ok(state.status === 'processing' ? [{ type: 'DownloadFailed', data: { trouble, at } }] : []);
    }
    case 'reconcile': {
      const { differences, at } = command;
      if (state.status !== 'fetched') return ok([]);
      return ok([
        { type: 'DownloadReconciled', data: { differences, at } },
        { type: 'DownloadFinished', data: { at } },
      ]);
    }
    case 'stop': {
      const isUnderWay = state.status === 'processing' || state.status === 'fetched';
      return ok(isUnderWay ? [{ type: 'DownloadStopped', data: { at: command.at } }] : []);
    }
  }
}

/** From where a part may get to what was found. */
const FROM: Readonly<Record<PartEvent['type'], readonly Part['status'][]>> = {
  DownloadPartRequested: ['waiting'],
  DownloadPartDelayed: ['waiting', 'requested', 'ready'],
  DownloadPartGivenUp: ['requested', 'ready'],
  // Of a request that was not even taken, since there is nothing of the kind.
  DownloadPartReady: ['waiting', 'requested'],
  DownloadPackageTaken: ['ready'],
  DownloadPartSplit: ['waiting', 'requested', 'ready'],
  DownloadPartFailed: ['waiting', 'requested', 'ready'],
};

function note(found: PartEvent, state: KnownDownload): readonly DownloadEvent[] {
  const part = state.parts.get(found.data.part);
  if (state.status !== 'processing' || !part || !FROM[found.type].includes(part.status)) return [];
  // A package that is taken already, by a delivery before.
  if (found.type === 'DownloadPackageTaken' && !part.packages.includes(found.data.package)) return [];
  const after = evolve(state, found);
  if (!isBegun(after) || ![...after.parts.values()].every(isEnded)) return [found];
  const { at } = found.data;
  const end = state.asked.format === 'metadata' ? 'DownloadFetched' : 'DownloadFinished';
  return [found, { type: end, data: { at } }];
}
