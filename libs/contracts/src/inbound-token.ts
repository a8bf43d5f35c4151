import { randomBytes } from 'node:crypto';
import type { Tenant } from '#kernel';

/** What an address for mails is called before its @: it names its tenant, and has 104 random bits that nobody guesses. */

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const ID_BYTES = 12;
const RANDOM_BYTES = 13;
const BYTES = ID_BYTES + 1 + RANDOM_BYTES;
const LENGTH = Math.ceil((BYTES * 8) / 5);
const FORM = new RegExp(`^[a-z2-7]{${LENGTH}}$`);

/** A token that nobody has had, for the mails of a tenant. */
export function newInboundToken({ organizationId, livemode }: Tenant): string {
  const id = Buffer.from(organizationId, 'hex');
  return toBase32(Buffer.concat([id, Buffer.of(livemode ? 1 : 0), randomBytes(RANDOM_BYTES)]));
}

/**
 * Whose a token says that it is, which anybody can write: whether it is theirs, the token that they have tells. Undefined for
 * what is no token.
 */
export function tenantOfToken(token: string): Tenant | undefined {
  if (!FORM.test(token)) return undefined;
  const bytes = fromBase32(token);
  const environment = bytes[ID_BYTES] ?? 0;
  if (environment > 1) return undefined;
  return { organizationId: bytes.toString('hex', 0, ID_BYTES), livemode: environment === 1 };
}

/** RFC 4648, without padding, in lower case: mail servers keep the case of an address as they like. */
function toBase32(bytes: Buffer): string {
  let text = '';
  let [held, bits] = [0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text;
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const letter of text) {
    held = (held << 5) | ALPHABET.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(held >> bits);
    held &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
