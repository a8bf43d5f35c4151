import type { ErrorCode, Refusal } from '#kernel';
import type { RateLimiter } from '#http';

const OF_BODIES: ReadonlySet<ErrorCode> = new Set([
  ...(['payload_too_large', 'multipart_limit_exceeded', 'invalid_multipart_form_data'] as const),
  'unsupported_media_type',
]);

/** Whether a body was refused before anybody looked at its fields: the form can be sent again. */
export const isOfBody = ({ code }: Refusal): boolean => OF_BODIES.has(code);

/** Whether the organization of a link may be sent something large now; counts as one request of it. */
export function mayUpload(limiter: RateLimiter, organizationId: string): boolean {
  try {
    limiter.take('heavy', organizationId);
    return true;
  } catch {
    return false;
  }
}
