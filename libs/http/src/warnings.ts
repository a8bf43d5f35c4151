import { ApiProperty } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { refuseFields, type Detail, type Language } from '#kernel';
import { errorBody } from './refusals.js';

/** Something that was taken, and is probably not what was meant. */
export class Warning {
  @ApiProperty({ description: 'Path of the field, in the form that errors have' }) path!: string;
  @ApiProperty({ description: 'Stable; see docs/warnings.md' }) code!: string;
  @ApiProperty({ description: 'In the language of the request' }) message!: string;
}

/** Warnings as answers have them, in a language. */
export const warningsOf = (warnings: readonly Detail[], language: Language): Warning[] =>
  warnings.length === 0
    ? []
    : errorBody(refuseFields(warnings).refusal, language).errors.map(({ path = '', code, message }) => ({
        ...{ path, code, message },
      }));

/** Beside a file there is room for this many. */
const MAX_ANNOUNCED = 20;

/**
 * Says in the header of a file, which can't carry them, what there is to be warned of: a list (RFC 9651) of codes with
 * their paths, `exchange_is_one;path="exchange"`. Without texts, as a header has no accents.
 */
export function announceWarnings(reply: FastifyReply, warnings: readonly Detail[]): void {
  const members = warningsOf(warnings.slice(0, MAX_ANNOUNCED), 'en').map(
    ({ code, path }) => `${code};path="${path.replace(/[^\x20-\x7e]/g, '').replace(/["\\]/g, '\\$&')}"`,
  );
  if (members.length > 0) void reply.header('x-service-warnings', members.join(', '));
}
