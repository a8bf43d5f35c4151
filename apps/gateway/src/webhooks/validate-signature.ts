import { createHmac, timingSafeEqual } from 'node:crypto';
import { field, ok, refuse, refuseFields, type Result } from '#kernel';
import type { ValidateSignatureBody } from './dto.js';

const HEX_SHA256 = /^[0-9a-f]{64}$/i;

/** The event of a delivery as JSON text, if its signature is right. Refused: webhook_signature_invalid, invalid_request. */
export function validateSignature({ secret, payload, signature }: ValidateSignatureBody): Result<string> {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const expected = createHmac('sha256', secret).update(text).digest();
  const sent = HEX_SHA256.test(signature.trim()) ? Buffer.from(signature.trim(), 'hex') : undefined;
  if (!sent || !timingSafeEqual(sent, expected))
    return refuse('webhook_signature_invalid', { path: 'signature', location: 'body' });
  if (isObject(text)) return ok(text);
  return refuseFields([field('payload', 'invalid_format', { params: { expected: 'JSON' } })]);
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
