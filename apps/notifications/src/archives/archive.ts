import { ignoreUnknown } from '#kernel';
import type { ArchiveAsked, ArchiveEvent, ArchivePart, ArchivePlace } from '#contracts';

/** What was asked and how far it has come. */
interface Made {
  readonly number: number;
  readonly asked: ArchiveAsked;
  readonly parts: number;
  readonly stored: readonly ArchivePart[];
  readonly processed: number;
  readonly failed: number;
  readonly last: ArchivePlace | null;
}

/** A monthly archive by how far it has come. */
export type Archive =
  | { readonly status: 'new' }
  | (Made & { readonly status: 'working' })
  | (Made & { readonly status: 'finished'; readonly keys: readonly string[] })
  /** It failed or has expired: the next request makes it again. */
  | (Made & { readonly status: 'over'; readonly keys: readonly string[] });

export const newArchive: Archive = { status: 'new' };

export function evolve(archive: Archive, event: ArchiveEvent): Archive {
  if (event.type === 'ArchiveRequested') {
    const { number, filters, start_date, end_date } = event.data;
    const asked = { filters, start_date, end_date };
    return { status: 'working', number, asked, parts: 0, stored: [], processed: 0, failed: 0, last: null };
  }
  if (archive.status === 'new' || archive.number !== event.data.number) return archive;
  switch (event.type) {
    case 'ArchivePartAdded': {
      const { part, stored, processed, failed, last } = event.data;
      return {
        ...archive,
        parts: part,
        stored: stored ? [...archive.stored, stored] : archive.stored,
        processed: archive.processed + processed,
        failed: archive.failed + failed.length,
        last,
      };
    }
    case 'ArchiveFinished':
      return { ...archive, status: 'finished', keys: event.data.parts };
    case 'ArchiveFailed':
      return { ...archive, status: 'over', keys: [] };
    case 'ArchiveExpired':
      return { ...archive, status: 'over', keys: 'keys' in archive ? archive.keys : [] };
    default:
      return ignoreUnknown(event, archive);
  }
}
