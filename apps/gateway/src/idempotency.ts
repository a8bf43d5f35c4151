import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { field, refuse, refuseFields } from '#kernel';
import type { RequestHolder } from '#contracts';
import { HttpRefusal, unwrap } from '#http';
import { CommandSender, type CallContext } from './commands.js';

const NAME = 'Idempotency-Key';
const MAX_LENGTH = 255;

const keyOf = (request: FastifyRequest): string | undefined => {
  const key = [request.headers['idempotency-key']].flat().join(',').trim();
  if (key === '') return undefined;
  const wrong =
    key.length > MAX_LENGTH
      ? field(NAME, 'invalid_length', { location: 'headers', params: { min: 1, max: MAX_LENGTH } })
      : /[^\x20-\x7e]/.test(key)
        ? field(NAME, 'invalid_format', { location: 'headers' })
        : undefined;
  if (wrong) throw new HttpRefusal(refuseFields([wrong]).refusal);
  return key;
};

/** The key of the header Idempotency-Key; undefined where there is none, or a blank one. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) =>
  keyOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Says in the API's description that a route takes the header. `made`: what the first request made. */
export const TakesIdempotencyKey = (made = 'the invoice'): MethodDecorator =>
  ApiHeader({
    name: NAME,
    required: false,
    description:
      `The same request with the same key is answered with ${made} that the first one made, and the header ` +
      '`Idempotent-Replayed: true`; another request with it is refused.',
    schema: { type: 'string', maxLength: MAX_LENGTH },
  });

/** Two requests are the same if their bodies are, in any order of members. */
export const fingerprintOf = (request: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sortKeys(request)))
    .digest('hex');

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sortKeys(member)]),
  );
}

/** Who is asked which document has a key: the service that gives keys away. */
export type FindRequest =
  'invoicing.find-request' | 'invoicing.find-retention-request' | 'receipts.find-request';

export interface Repeatable<Answer> {
  readonly call: CallContext;
  readonly find: FindRequest;
  readonly key: string;
  /** Of {@link fingerprintOf}. */
  readonly request: string;
  readonly reply: FastifyReply;
  /** Makes the document; refused `idempotency_key_in_use` where another request with the key is under way. */
  readonly make: () => Promise<Answer>;
  /** The answer of the document of an id; undefined where it never came to be. */
  readonly replay: (id: string) => Promise<Answer | undefined>;
}

/** Requests with an Idempotency-Key: made once, and answered as often as they come. */
@Injectable()
export class IdempotentRequests {
  constructor(private readonly sender: CommandSender) {}

  /**
   * Answers what the first request with the key was answered, or makes the document. Looked for before anything else:
   * what a body means may have changed since, as a payment's balance does.
   * @throws {HttpRefusal} idempotency_key_in_use for another request, with the id of the document that has the key
   */
  async once<Answer>(asked: Repeatable<Answer>): Promise<Answer> {
    const earlier = await this.earlier(asked);
    if (earlier) return earlier;
    try {
      return await asked.make();
    } catch (error) {
      if (!(error instanceof HttpRefusal)) throw error;
      // One that came at the same moment was quicker: it has the key, or what it paid is not there to be paid again.
      const twin = await this.earlier(asked);
      if (!twin) throw error;
      return twin;
    }
  }

  private async earlier<Answer>({
    call,
    find,
    key,
    request,
    reply,
    replay,
  }: Repeatable<Answer>): Promise<Answer | undefined> {
    const found = await this.holderOf(call, find, key);
    if (!found) return undefined;
    if (found.request !== request) {
      const where = { path: NAME, location: 'headers', resourceId: found.holder } as const;
      throw new HttpRefusal(refuse('idempotency_key_in_use', where).refusal);
    }
    const answer = await replay(found.holder);
    if (answer) void reply.header('idempotent-replayed', 'true');
    return answer;
  }

  private async holderOf(call: CallContext, find: FindRequest, key: string): Promise<RequestHolder | null> {
    const data = { idempotency_key: key };
    const sent = await this.sender.send<FindRequest, typeof data>({ type: find, key, data }, call);
    return unwrap(sent).data;
  }
}
