import { ignoreUnknown } from '#kernel';
import type { ArchiveEvent } from '#contracts';
import { defineProcess, ignore, schedule, send, type Effect } from '#eventing';

/** Has every archive made, one piece after the other, and removed when its time is over. */
export const archiveMaking = defineProcess({
  name: 'notifications.archive-making',
  react: { 'archive-': (id, event) => [make(id, event)] },
});

function make(id: string, { type, data }: ArchiveEvent): Effect {
  const { number } = data;
  switch (type) {
    case 'ArchiveRequested':
      return send('notifications.add-archive-part', id, { number, part: 1 });
    case 'ArchivePartAdded':
      // The piece after the last one is the ZIP's end.
      return send('notifications.add-archive-part', id, { number, part: data.part + 1 });
    case 'ArchiveFinished':
      return schedule(data.expires_at, 'notifications.expire-archive', id, { number });
    case 'ArchiveFailed':
    case 'ArchiveExpired':
      return ignore(`${type} ends it`);
    default:
      return ignoreUnknown(type, ignore('not known yet'));
  }
}
