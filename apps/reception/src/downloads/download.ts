import { ignoreUnknown } from '#kernel';
import type {
  DifferenceCounts,
  DownloadAsked,
  DownloadedCounts,
  DownloadEvent,
  DownloadPartPeriod,
  DownloadProblem,
  DownloadTrouble,
} from '#contracts';
import { daysOf } from './parts.js';

/** One part of a download, by how far it has come. */
export interface Part extends DownloadedCounts {
  readonly period: DownloadPartPeriod;
  /** `waiting`: the SAT has not taken a request for it. `ready`: packages are left to be taken. `split`: its halves go on for it. */
  readonly status: 'waiting' | 'requested' | 'ready' | 'finished' | 'failed' | 'split';
  /** The SAT's id of its request, and when that was taken. */
  readonly request: string | null;
  readonly requestedAt: string | null;
  /** How many requests led nowhere. */
  readonly givenUp: number;
  /** How often it was put off since it last went on. */
  readonly delays: number;
  readonly nextAt: string | null;
  readonly documents: number;
  /** Packages that are left. */
  readonly packages: readonly string[];
  readonly trouble: DownloadTrouble | null;
}

export interface KnownDownload {
  /** `fetched`: all metadata is here, and is being compared. */
  readonly status: 'processing' | 'fetched' | 'finished' | 'failed' | 'stopped';
  readonly asked: DownloadAsked;
  /** Instants, ISO 8601 in UTC. */
  readonly begunAt: string;
  readonly finishedAt: string | null;
  /** By their names, in order. */
  readonly parts: ReadonlyMap<string, Part>;
  readonly problems: readonly DownloadProblem[];
  readonly differences: DifferenceCounts | null;
  readonly trouble: DownloadTrouble | null;
}

/** One that has not begun. `attempt`: how many attempts to begin it came to nothing (DownloadForgone); the next one names it. */
export interface AbsentDownload {
  readonly status: 'absent';
  readonly attempt: number;
}

export type DownloadState = AbsentDownload | KnownDownload;

export const absent: AbsentDownload = { status: 'absent', attempt: 0 };
export const isBegun = (state: DownloadState): state is KnownDownload => state.status !== 'absent';

/** Documents that were refused are told, so many of them. */
export const MAX_PROBLEMS = 100;

const NOTHING: DownloadedCounts = { imported: 0, duplicates: 0, refused: 0 };

const newPart = (period: DownloadPartPeriod): Part => ({
  ...{ period, status: 'waiting', request: null, requestedAt: null, givenUp: 0, delays: 0, nextAt: null },
  ...{ documents: 0, packages: [], trouble: null },
  ...NOTHING,
});

/** Whether a part has begun and not ended: so many are under way. */
export const isOpen = ({ status, delays, givenUp }: Part): boolean =>
  status === 'requested' || status === 'ready' || (status === 'waiting' && delays + givenUp > 0);

export const isEnded = ({ status }: Part): boolean =>
  status === 'finished' || status === 'failed' || status === 'split';

/** Total and tolerant: what does not fit changes nothing. */
export function evolve(state: DownloadState, event: DownloadEvent): DownloadState {
  if (event.type === 'DownloadBegun') {
    const { asked, at } = event.data;
    const parts = new Map(daysOf(asked).map((period) => [period.part, newPart(period)] as const));
    return {
      ...{ status: 'processing', asked, begunAt: at, finishedAt: null, parts },
      ...{ problems: [], differences: null, trouble: null },
    };
  }
  if (!isBegun(state))
    return event.type === 'DownloadForgone' ? { ...state, attempt: state.attempt + 1 } : state;
  switch (event.type) {
    case 'DownloadPartRequested': {
      const { part, request, at, next_at: nextAt } = event.data;
      return change(state, part, () => ({
        ...{ status: 'requested', request, requestedAt: at, nextAt, delays: 0, trouble: null },
      }));
    }
    case 'DownloadPartDelayed': {
      const { part, trouble, next_at: nextAt } = event.data;
      return change(state, part, ({ delays }) => ({ trouble, nextAt, delays: delays + 1 }));
    }
    case 'DownloadPartGivenUp': {
      const { part, trouble, next_at: nextAt } = event.data;
      return change(state, part, ({ givenUp }) => ({
        ...{ status: 'waiting', request: null, requestedAt: null, packages: [] },
        ...{ givenUp: givenUp + 1, delays: 0, nextAt, trouble },
      }));
    }
    case 'DownloadPartReady': {
      const { part, documents, packages, at } = event.data;
      return change(state, part, ({ requestedAt }) => ({
        ...{ status: packages.length === 0 ? 'finished' : 'ready', documents, packages },
        requestedAt: requestedAt ?? at,
        ...{ delays: 0, nextAt: null, trouble: null },
      }));
    }
    case 'DownloadPackageTaken': {
      const { part, package: taken, counts, problems } = event.data;
      const changed = change(state, part, (before) => {
        const packages = before.packages.filter((one) => one !== taken);
        return {
          ...{ status: packages.length === 0 ? 'finished' : 'ready', packages },
          ...{ delays: 0, nextAt: null, trouble: null },
          imported: before.imported + counts.imported,
          duplicates: before.duplicates + counts.duplicates,
          refused: before.refused + counts.refused,
        };
      });
      return { ...changed, problems: [...changed.problems, ...problems].slice(0, MAX_PROBLEMS) };
    }
    case 'DownloadPartSplit':
      return split(state, event.data.part, event.data.into);
    case 'DownloadPartFailed': {
      const { part, trouble } = event.data;
      return change(state, part, () => ({ status: 'failed', trouble, packages: [], nextAt: null }));
    }
    case 'DownloadFetched':
      return { ...state, status: 'fetched' };
    case 'DownloadReconciled':
      return { ...state, differences: event.data.differences };
    case 'DownloadFinished':
      return { ...state, status: 'finished', finishedAt: event.data.at };
    case 'DownloadFailed':
      return { ...state, status: 'failed', trouble: event.data.trouble, finishedAt: event.data.at };
    case 'DownloadStopped':
      return { ...state, status: 'stopped', finishedAt: event.data.at };
    case 'DownloadForgone':
      return state;
    default:
      return ignoreUnknown(event, state);
  }
}

function change(state: KnownDownload, name: string, changes: (part: Part) => Partial<Part>): KnownDownload {
  const part = state.parts.get(name);
  if (!part) return state;
  return { ...state, parts: new Map(state.parts).set(name, { ...part, ...changes(part) }) };
}

/** Its halves come right behind it, so that days stay in order. */
function split(state: KnownDownload, name: string, into: readonly DownloadPartPeriod[]): KnownDownload {
  const parts = [...state.parts].flatMap(([key, part]): [string, Part][] =>
    key === name
      ? [
          [key, { ...part, status: 'split', packages: [], nextAt: null, trouble: null }],
          ...into.map((period): [string, Part] => [period.part, newPart(period)]),
        ]
      : [[key, part]],
  );
  return { ...state, parts: new Map(parts) };
}
