import { ARCHIVE_STREAM, type ArchiveEvent } from '#contracts';
import { ignore, schedule, send, type ProcessManager } from '#platform';

/** Has every archive made, one piece after the other, and removed when its time is over. */
export const archiveMaking: ProcessManager = {
  name: 'notifications.archive-making',
  streams: [ARCHIVE_STREAM],
  react: (recorded) => {
    const event = recorded as unknown as ArchiveEvent;
    const id = recorded.streamId.slice(ARCHIVE_STREAM.length);
    const { number } = event.data;
    switch (event.type) {
      case 'ArchiveRequested':
        return [send('notifications.add-archive-part', id, { number, part: 1 })];
      case 'ArchivePartAdded':
        // The piece after the last one is the ZIP's end.
        return [send('notifications.add-archive-part', id, { number, part: event.data.part + 1 })];
      case 'ArchiveFinished':
        return [schedule(event.data.expires_at, 'notifications.expire-archive', id, { number })];
      case 'ArchiveFailed':
      case 'ArchiveExpired':
      default:
        return [ignore(`${recorded.type} ends it`)];
    }
  },
};
