import { createHmac, timingSafeEqual } from 'node:crypto';
import { field, isId, ok, refuse, type Bilingual, type Refused, type Result, type Tenant } from '#kernel';

/** What a signed URL can be for, and in which formats. `receipt` is that of a cancellation; `sale-` are those of sales. */
export const SIGNED_FORMATS = {
  invoice: ['xml', 'pdf', 'zip'],
  receipt: ['xml', 'pdf'],
  preview: ['pdf'],
  retention: ['xml', 'pdf', 'zip'],
  'retention-receipt': ['xml', 'pdf'],
  'zip-request': ['zip'],
  'sale-ticket': ['pdf'],
  'sale-letter': ['pdf'],
} as const;

export type SignedKind = keyof typeof SIGNED_FORMATS;
export type FileFormat = 'xml' | 'pdf' | 'zip';

/** One file of one tenant, for as long as the key works that asked for its URL. */
export interface SignedFile {
  readonly tenant: Tenant;
  readonly keyId: string;
  readonly kind: SignedKind;
  readonly id: string;
  readonly format: FileFormat;
}

const invalid: Bilingual = {
  es: 'El enlace de descarga no es válido.',
  en: 'The download link is not valid.',
};
const revoked: Bilingual = {
  es: 'La llave con la que se creó el enlace de descarga ya no es válida. Solicite un enlace nuevo.',
  en: 'The key that created the download link is no longer valid. Request a new link.',
};
const expired: Bilingual = {
  es: 'El enlace de descarga ha vencido. Solicite uno nuevo.',
  en: 'The download link has expired. Request a new one.',
};

const refusal = (message: Bilingual): Refused =>
  refuse('forbidden', {
    details: [field('token', 'not_allowed', { location: 'query', message })],
  });

/** What becomes of a token when the key that made it is revoked or renewed. */
export const refuseRevoked = (): Refused => refusal(revoked);

/** Longer ones are not ours. */
const MAX_TOKEN = 400;

/**
 * Makes and reads the tokens of download URLs: what the file is and until when, in the clear, with an HMAC-SHA-256
 * over these very characters. A token is a credential for one file for a few minutes, and for nothing else.
 */
export class SignedUrls {
  constructor(private readonly secret: Buffer) {}

  /** A token for a file until an instant, which counts in whole seconds. */
  sign({ tenant, keyId, kind, id, format }: SignedFile, expiresAt: Date): string {
    const { organizationId, livemode } = tenant;
    const until = Math.floor(expiresAt.getTime() / 1000);
    const environment = livemode ? 'live' : 'test';
    const claims = [organizationId, environment, keyId, kind, id, format, String(until)].join('/');
    const payload = Buffer.from(claims).toString('base64url');
    return `${payload}.${this.mac(payload)}`;
  }

  /**
   * The file of a token, whose key the caller has to look at. Refused with `forbidden` for one that was not made here, was changed, or has
   * expired.
   */
  verify(token: string, now: Date): Result<SignedFile> {
    const [payload = '', mac = '', ...rest] = token.length <= MAX_TOKEN ? token.split('.') : [];
    const [given, own] = [Buffer.from(mac), Buffer.from(this.mac(payload))];
    // As texts: base64url has several spellings for the same bytes, of which one is ours.
    const isOurs = given.length === own.length && timingSafeEqual(given, own) && rest.length === 0;
    if (!isOurs) return refusal(invalid);
    const claims = Buffer.from(payload, 'base64url').toString().split('/');
    const [organizationId = '', environment, keyId = '', kind = '', id = '', format = '', until] = claims;
    if (!(Number(until) * 1000 > now.getTime())) return refusal(expired);
    if (!isKind(kind) || !isFormat(kind, format) || !isId(id)) return refusal(invalid);
    const tenant = { organizationId, livemode: environment === 'live' };
    return ok({ tenant, keyId, kind, id, format });
  }

  private mac(payload: string): string {
    return createHmac('sha256', this.secret).update(payload).digest('base64url');
  }
}

const isKind = (text: string): text is SignedKind => Object.hasOwn(SIGNED_FORMATS, text);
const isFormat = (kind: SignedKind, format: string): format is FileFormat =>
  (SIGNED_FORMATS[kind] as readonly string[]).includes(format);
