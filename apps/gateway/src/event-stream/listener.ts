import { Readable } from 'node:stream';
import type { ToldEvent } from '#contracts';
import { heartbeatFrame, retryFrame, toFrame } from './sse.js';

/** What a client that reads slowly may be behind in memory; beyond that it is sent nothing until it has read. */
const BUFFER_BYTES = 256 * 1024;
const RETRY_MS = 2_000;

const missed =
  'Events after the one of Last-Event-ID are missing here: they are no longer kept. What follows is all that is.';

/** One stream: what it wants, how far it is, and what its client has not read yet. */
export class Listener {
  readonly stream: Readable;
  private full = false;

  /**
   * @param place the event after which it begins
   * @param types the types that it wants; undefined: all
   * @param onRoom its client has read what it was behind
   */
  constructor(
    public place: string,
    private readonly types: ReadonlySet<string> | undefined,
    onRoom: () => void,
  ) {
    this.stream = new Readable({
      highWaterMark: BUFFER_BYTES,
      read: () => {
        if (!this.full) return;
        this.full = false;
        onRoom();
      },
    });
  }

  get takesMore(): boolean {
    return this.isOpen && !this.full;
  }

  get isOpen(): boolean {
    return !this.stream.destroyed && !this.stream.readableEnded && !this.ended;
  }

  private ended = false;

  wants(type: string): boolean {
    return !this.types || this.types.has(type);
  }

  /** Says from where on it listens. The first of it is a place to resume at, before there is any event. */
  begin(): void {
    this.write(retryFrame(RETRY_MS));
    this.tell('ready', { livemode: false });
  }

  /** Goes past an event, which its client gets where it wants it. */
  pass({ id, type }: Pick<ToldEvent, 'id' | 'type'>, body: string | undefined): void {
    this.place = id;
    if (body === undefined) return;
    this.write(toFrame({ id, type, data: body }));
  }

  /** Says that events may be missing between the place that it resumes at and the first one that follows. */
  warnOfGap(): void {
    this.tell('reset', { last_event_id: this.place, message: missed });
  }

  beat(): void {
    if (!this.takesMore) return;
    this.write(heartbeatFrame(this.place));
  }

  /** Ends the stream after what was written. */
  end(): void {
    if (!this.isOpen) return;
    this.ended = true;
    this.stream.push(null);
  }

  private tell(type: 'ready' | 'reset', data: object): void {
    this.write(toFrame({ id: this.place, type, data: JSON.stringify(data) }));
  }

  private write(frame: string): void {
    if (this.isOpen && !this.stream.push(frame)) this.full = true;
  }
}
