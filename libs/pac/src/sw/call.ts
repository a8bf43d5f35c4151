import { send, type HttpOutcome } from '../http.js';
import type { Unavailable } from '../port.js';
import { tooMany } from '../too-many.js';
import { isSession, readMessage } from './codes.js';
import { holdsMore, readEnvelope, type SwAnswer } from './envelope.js';
import type { SwSession } from './session.js';

export interface SwRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Of the answer; the usual limit where it is not given. */
  readonly maxBytes?: number;
}

/** What a call brought: an answer that can be read, or how certain it is that nothing was done. */
export type SwReply =
  | { readonly kind: 'reply'; readonly answer: SwAnswer; readonly headers: Readonly<Record<string, string>> }
  | Unavailable
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * Calls SW with a token. One that it refuses is renewed once, and the call made again: it was certainly not processed. Nothing
 * else is tried again.
 */
export async function call(session: SwSession, request: SwRequest, timeoutMs: number): Promise<SwReply> {
  for (let first = true; ; first = false) {
    const token = await session.token();
    if (typeof token !== 'string') return token;
    const outcome = await send({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
      timeoutMs,
    });
    const reply = readReply(outcome);
    if (reply.kind !== 'session') return reply;
    const renews = session.giveUp(token);
    // The token is refused, and there may be a stamp: what it holds is read.
    if (reply.answer && holdsMore(reply.answer))
      return { kind: 'reply', answer: reply.answer, headers: reply.headers };
    if (!(renews && first))
      return {
        ...{ kind: 'unavailable', reason: `SW refuses the token: ${reply.text}`, trouble: 'account' },
        ...(reply.code !== '' && { code: reply.code }),
      };
  }
}

interface RefusedToken {
  readonly kind: 'session';
  readonly code: string;
  readonly text: string;
  readonly answer: SwAnswer | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

function readReply(outcome: HttpOutcome): SwReply | RefusedToken {
  if (outcome.kind === 'not_reached')
    return { kind: 'unavailable', reason: `SW: ${outcome.reason}`, trouble: 'not_reached' };
  if (outcome.kind === 'no_answer') return { kind: 'unknown', reason: `SW: ${outcome.reason}` };
  const { status, body, headers } = outcome;
  // Whatever it says: an error of theirs may have come after the stamp.
  if (status >= 500) return { kind: 'unknown', reason: `SW answers HTTP ${status}` };
  const answer = readEnvelope(body);
  const { code, text } = readMessage(answer?.message, answer?.detail);
  if (status === 401 || (answer && !answer.success && isSession(code, text)))
    return { kind: 'session', code, text: text || `HTTP ${status}`, answer, headers };
  if (status === 429 && !(answer && holdsMore(answer))) return tooMany('SW', headers);
  if (answer) return { kind: 'reply', answer, headers };
  if (status === 403) return { kind: 'unavailable', reason: 'SW answers HTTP 403', trouble: 'account' };
  return { kind: 'unknown', reason: `SW answers HTTP ${status}, and not with JSON of its own` };
}
