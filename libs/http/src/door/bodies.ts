import type { Readable } from 'node:stream';
import { field, refuse, refuseFields } from '#kernel';
import { HttpRefusal, payloadTooLarge } from '../refusals.js';
import { Gathered } from './gathered.js';
import { Pace } from './pace.js';

/** A body comes in at 16 KB a second or more once it had ten seconds, never stops for ten seconds, and is there after two minutes. */
export const BODY_PACE = {
  ...{ idleMs: 10_000, graceMs: 10_000, bytesPerSecond: 16 * 1024 },
  totalMs: 120_000,
} as const;
/** Bodies up to this size are not counted: the number of requests bounds them. */
const UNCOUNTED = 16 * 1024;
/** Of a body in more pieces than this, a piece has so many bytes on average: reading a million of a byte takes seconds. */
const CRUMBS = { pieces: 2_000, bytes: 32 } as const;
/** A body of unknown length asks for room in steps of this size. */
const STEP = 256 * 1024;

export interface BodyCall {
  /** What the request says; undefined: it comes in chunks. */
  readonly announced: number | undefined;
  /** Bytes that the route takes. */
  readonly limit: number;
  /** Waits for room for so many bytes more, and throws where there is none. It is held until the request is over. */
  readonly makeRoom: (bytes: number) => Promise<unknown>;
  /** Tells a client that waits for it to send the body. */
  readonly goOn: () => void;
  /** Stops reading from the connection: what comes in is not even parsed. */
  readonly stop: () => void;
}

const inCrumbs = {
  es: 'El cuerpo de la solicitud llega en fragmentos demasiado pequeños: envíelo en fragmentos de 1 KB o más.',
  en: 'The body of the request comes in chunks that are too small: send it in chunks of 1 KB or more.',
};
const crumbs = () =>
  new HttpRefusal(refuseFields([field('', 'invalid_format', { message: inCrumbs })]).refusal);

/** The error of a body whose client breaks off or sends no HTTP: 400, since it is no fault of ours. */
export const brokenOff = (error: Error): Error => Object.assign(error, { statusCode: 400 });

/** Reads the bodies of requests as fast as they come, no more of them than there is room for. */
export class Bodies {
  private readonly pace: Pace;

  constructor(pace: Pace = new Pace(BODY_PACE)) {
    this.pace = pace;
  }

  /**
   * Reads a body whole. What is announced takes no memory before it arrives.
   * Throws payload_too_large, invalid_request for one in crumbs, request_timeout for one that drips, and what `makeRoom` throws.
   */
  async read(payload: Readable, call: BodyCall): Promise<Buffer> {
    const { announced, limit, makeRoom, goOn, stop } = call;
    let room = Math.max(UNCOUNTED, announced ?? 0);
    if (room > UNCOUNTED) await makeRoom(room);
    goOn();
    const gathered = new Gathered(announced ?? limit, announced);
    return new Promise((resolve, reject) => {
      const settle = (settled: () => void): void => {
        unwatch();
        payload.off('data', take).off('end', end).off('error', fail);
        settled();
      };
      const end = (): void => settle(() => resolve(gathered.bytes));
      const fail = (error: Error): void => settle(() => reject(brokenOff(error)));
      const refuseIt = (refusal: HttpRefusal): void => {
        payload.pause();
        settle(() => reject(refusal));
      };
      const stopIt = (refusal: HttpRefusal): void => {
        refuseIt(refusal);
        stop();
      };
      const unwatch = this.pace.watch({
        bytes: () => gathered.length,
        tooSlow: () => stopIt(new HttpRefusal(refuse('request_timeout').refusal)),
      });
      const widen = (): void => {
        payload.pause();
        room += STEP;
        makeRoom(STEP).then(() => payload.resume(), refuseIt);
      };
      let pieces = 0;
      const take = (chunk: Buffer): void => {
        pieces += 1;
        if (pieces > CRUMBS.pieces && gathered.length < pieces * CRUMBS.bytes) return stopIt(crumbs());
        if (gathered.length + chunk.length > limit) return refuseIt(payloadTooLarge(limit));
        gathered.add(chunk);
        if (gathered.length > room) widen();
      };
      payload.on('data', take).on('end', end).on('error', fail);
    });
  }
}
