import type { RecordedEvent } from './port.js';

/** What moves events from one store to another (libs/hosting/src/moving) needs of a store beyond the port. */
export interface TakesOver {
  /** The newest event of the feed; undefined where there is none. */
  newest(): Promise<RecordedEvent | undefined>;
  /**
   * Appends events as another store recorded them: ids, revisions, metadata and times stay as they are, positions are this
   * store's own. They come in the order of the other feed, after the newest event here, while nobody else appends.
   * @throws {StreamDiffers} a stream has other events already
   */
  takeOver(events: readonly RecordedEvent[]): Promise<void>;
}

/** An event does not fit into its stream: something else is in its place, or nothing before it. */
export class StreamDiffers extends Error {
  override readonly name = 'StreamDiffers';

  constructor({ streamId, revision }: Pick<RecordedEvent, 'streamId' | 'revision'>) {
    super(`the stream ${streamId} has other events at revision ${revision}`);
  }
}
