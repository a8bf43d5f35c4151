import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { field, ok, refuseFields, writeNetwork, type Detail, type Result } from '#kernel';
import type { LiveKeyOrder } from '#contracts';
import { readable, RulesBeside, toInstant } from '#http';
import { AddLiveKeyBody } from './live-keys.dto.js';

type Limits = Pick<LiveKeyOrder, 'operations' | 'allowed_ips' | 'expires_at'>;
type Given = Partial<Pick<AddLiveKeyBody, 'operations' | 'allowed_ips' | 'expires_at'>>;

const EXPECTED = '203.0.113.7, 203.0.113.0/24, 2001:db8::7, 2001:db8::/32';
const EXPECTED_DATE = 'ISO 8601';

/**
 * What a key is to be narrowed to, as it is kept. A date without a zone is of the organization's. Refused: invalid_request,
 * with every wrong address and a date that does not exist.
 */
export function readLimits(given: Given, timeZone: string): Result<Limits> {
  const { operations, allowed_ips, expires_at } = given;
  const end = expires_at === undefined ? undefined : toInstant(expires_at, timeZone);
  const problems = limitProblems(given);
  if (problems.length > 0) return refuseFields(problems);
  return ok({
    ...(operations && { operations: [...new Set(operations)] }),
    ...(allowed_ips && {
      allowed_ips: [...new Set(allowed_ips.flatMap((text) => writeNetwork(text) ?? []))],
    }),
    ...(end && { expires_at: end.toISOString() }),
  });
}

/** What the shape of the body does not show: addresses that are none, and dates that do not exist (in no zone). */
function limitProblems({ allowed_ips = [], expires_at }: Given): Detail[] {
  const noDate = expires_at !== undefined && !toInstant(expires_at, 'UTC');
  // Entries that the shape refuses are left out of what is readable: their places stay.
  const texts: readonly (string | undefined)[] = allowed_ips;
  return [
    ...(noDate ? [field('expires_at', 'invalid_format', { params: { expected: EXPECTED_DATE } })] : []),
    ...texts.flatMap((text, index) =>
      text === undefined || writeNetwork(text) !== undefined
        ? []
        : [field(`allowed_ips[${index}]`, 'invalid_format', { params: { expected: EXPECTED } })],
    ),
  ];
}

/** The rules of what a key is narrowed to, beside the checks of its body. */
@Injectable()
export class LiveKeyRulesBeside extends RulesBeside {
  protected problemsOf({ body }: FastifyRequest): readonly Detail[] {
    return limitProblems(readable(AddLiveKeyBody, body, 'body'));
  }
}
