import { ok, refuse, type Decider, type Result } from '#kernel';
import type { ArchiveAsked, ArchiveEvent, ArchivePart, ArchivePlace } from '#contracts';
import { evolve, newArchive, type Archive } from './archive.js';

export type ArchiveCommand =
  /** `count`: invoices that fit now. */
  | { readonly type: 'request'; readonly now: Date; readonly asked: ArchiveAsked; readonly count: number }
  | {
      readonly type: 'add-part';
      readonly now: Date;
      readonly number: number;
      readonly part: number;
      readonly stored: ArchivePart | null;
      readonly processed: number;
      readonly failed: readonly string[];
      /** Null: nothing is left. */
      readonly last: ArchivePlace | null;
    }
  | {
      readonly type: 'finish';
      readonly now: Date;
      readonly number: number;
      readonly end: ArchivePart;
      readonly expiresAt: Date;
    }
  | { readonly type: 'expire'; readonly now: Date; readonly number: number };

export const archiveDecider: Decider<Archive, ArchiveCommand, ArchiveEvent> = {
  initial: newArchive,
  evolve,
  decide,
};

export function decide(command: ArchiveCommand, archive: Archive): Result<readonly ArchiveEvent[]> {
  const at = command.now.toISOString();
  if (command.type === 'request') {
    const { asked, count } = command;
    if (count === 0) return refuse('zip_request_no_invoices');
    if (isGood(archive, count)) return ok([]);
    const number = archive.status === 'new' ? 1 : archive.number + 1;
    return ok([{ type: 'ArchiveRequested', data: { number, ...asked, document_count: count, at } }]);
  }
  if (archive.status === 'new') return refuse('zip_request_not_found');
  // What belongs to an earlier making of it, or comes a second time, changes nothing.
  if (archive.number !== command.number) return ok([]);
  const { number } = command;
  switch (command.type) {
    case 'add-part': {
      if (archive.status !== 'working' || command.part !== archive.parts + 1) return ok([]);
      const { part, stored, processed, failed, last } = command;
      const added: ArchiveEvent = {
        type: 'ArchivePartAdded',
        data: { number, part, stored, processed, failed, last, at },
      };
      const isEmpty = last === null && archive.stored.length === 0 && stored === null;
      return isEmpty
        ? ok([added, { type: 'ArchiveFailed', data: { number, reason: 'no document could be read', at } }])
        : ok([added]);
    }
    case 'finish': {
      if (archive.status !== 'working' || archive.parts === 0 || archive.last !== null) return ok([]);
      const pieces = [...archive.stored, command.end];
      const size = pieces.reduce((sum, piece) => sum + piece.size, 0);
      const data = { number, parts: pieces.map(({ key }) => key), size };
      return ok([
        { type: 'ArchiveFinished', data: { ...data, expires_at: command.expiresAt.toISOString(), at } },
      ]);
    }
    case 'expire':
      return archive.status === 'finished' ? ok([{ type: 'ArchiveExpired', data: { number, at } }]) : ok([]);
  }
}

/**
 * Whether asking again leaves it as it is: it is being made, or was made of just as many invoices, all of them.
 * A month that was not over when its archive was made has more of them later.
 */
function isGood(archive: Archive, count: number): boolean {
  if (archive.status === 'working') return true;
  if (archive.status !== 'finished') return false;
  return archive.failed === 0 && archive.processed === count;
}
