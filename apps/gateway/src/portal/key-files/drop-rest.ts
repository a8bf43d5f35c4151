import type { FastifyRequest } from 'fastify';

/** Somebody may choose a picture or a film by mistake; nobody sends more than this in good faith. */
const MOST = { bytes: 64 * 1024 * 1024, ms: 20_000 } as const;

/**
 * Reads what is left of a request's body and keeps none of it, up to a limit. A browser that is still sending when it is
 * answered shows an error of its own instead of the answer. Where a client waits to be told to send, there is nothing to drop.
 */
export function dropRest({ raw, headers }: FastifyRequest): Promise<void> {
  const { expect, 'content-length': length } = headers;
  if (raw.complete || raw.destroyed || expect !== undefined || Number(length ?? 0) > MOST.bytes)
    return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const drop = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > MOST.bytes) end();
    };
    const end = (): void => {
      clearTimeout(timer);
      raw.off('data', drop).off('end', end).off('close', end).off('error', end).pause();
      resolve();
    };
    const timer = setTimeout(end, MOST.ms);
    raw.on('data', drop).once('end', end).once('close', end).once('error', end).resume();
  });
}
