import {
  applyDecorators,
  createParamDecorator,
  Inject,
  Injectable,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { field, refuse, refuseFields, type Tenant } from '#kernel';
import { RUNTIME, type Runtime } from '#platform';
import { HttpRefusal } from '../http/index.js';

const NAME = 'Idempotency-Key';
const MAX_LENGTH = 255;

/** What holds a key: the id of an invoice that is there or in the making, and the request that asked for it. */
interface Holder {
  readonly holder: string;
  readonly request: string | null;
}

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

/** Says in the API's description that a route takes the header. */
export const TakesIdempotencyKey = (): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: NAME,
      required: false,
      description:
        'The same request with the same key is answered with the invoice that the first one made, and the header ' +
        '`Idempotent-Replayed: true`; another request with it is refused.',
      schema: { type: 'string', maxLength: MAX_LENGTH },
    }),
  );

/** What makes two requests the same: all that was sent, in whatever order members came. */
export const fingerprintOf = (request: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(request)))
    .digest('hex');

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

export interface Repeatable<Answer> {
  readonly tenant: Tenant;
  readonly key: string;
  /** Of {@link fingerprintOf}. */
  readonly request: string;
  readonly reply: FastifyReply;
  /** Makes the invoice; refused `idempotency_key_in_use` where another request with the key is under way. */
  readonly make: () => Promise<Answer>;
  /** The answer of the invoice of an id; undefined where it never came to be. */
  readonly replay: (id: string) => Promise<Answer | undefined>;
}

/** Requests with an Idempotency-Key: made once, and answered as often as they come. */
@Injectable()
export class IdempotentRequests {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  /**
   * Answers what the first request with the key was answered, or makes the invoice. Looked for before anything else:
   * what a body means may have changed since, as a payment's balance does.
   * @throws {HttpRefusal} idempotency_key_in_use for another request, with the id of the invoice that has the key
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
    tenant,
    key,
    request,
    reply,
    replay,
  }: Repeatable<Answer>): Promise<Answer | undefined> {
    const found = await this.holderOf(tenant, key);
    if (!found) return undefined;
    if (found.request !== request) {
      const where = { path: NAME, location: 'headers', resourceId: found.holder } as const;
      throw new HttpRefusal(refuse('idempotency_key_in_use', where).refusal);
    }
    const answer = await replay(found.holder);
    if (answer) void reply.header('idempotent-replayed', 'true');
    return answer;
  }

  private async holderOf({ organizationId, livemode }: Tenant, key: string): Promise<Holder | undefined> {
    const { rows } = await this.runtime.pool.query<Holder>({
      name: 'idempotency-key-holder',
      text: `SELECT holder, request FROM invoicing.idempotency_keys
             WHERE organization_id = $1 AND livemode = $2 AND key = $3`,
      values: [organizationId, livemode, key],
    });
    return rows[0];
  }
}
