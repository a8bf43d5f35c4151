import { errors } from 'undici';

/** A failure that we know by ourselves; its text is what an attempt says. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure';
}

export const ADDRESS_NOT_ALLOWED = 'address not allowed';
export const CONNECTION_CLOSED = 'connection closed';
export const NAME_NOT_FOUND = 'name not found';

/** What attempts say, by the codes of Node, OpenSSL and undici. Integrators and their programs read these: keep them. */
const TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ...sameText(CONNECTION_CLOSED, [
    'ECONNRESET',
    'EPIPE',
    'ECONNABORTED',
    'UND_ERR_SOCKET',
    'UND_ERR_DESTROYED',
  ]),
  ...sameText('host not reachable', [
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EHOSTDOWN',
    'ENETDOWN',
    'EADDRNOTAVAIL',
  ]),
  ...sameText('host not reachable', ['ETIMEDOUT', 'EACCES', 'EPERM', 'EINVAL']),
  ...sameText('no connection was free', ['EMFILE', 'ENFILE', 'ENOBUFS']),
  UND_ERR_HEADERS_OVERFLOW: 'headers of the answer are too large',
  ...sameText('answer is not HTTP', [
    'UND_ERR_INFO',
    'UND_ERR_NOT_SUPPORTED',
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  ]),
  CERT_HAS_EXPIRED: notValid('expired'),
  CERT_NOT_YET_VALID: notValid('not valid yet'),
  ...sameText(notValid('self-signed'), ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN']),
  // Mostly a server that does not send the certificates between its own and the authority's.
  ...sameText(notValid('issuer not known'), [
    ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
    ...['CERT_UNTRUSTED', 'INVALID_CA', 'CERT_CHAIN_TOO_LONG'],
  ]),
  ERR_TLS_CERT_ALTNAME_INVALID: notValid('for another name'),
  CERT_REVOKED: notValid('revoked'),
  ...sameText(notValid('purpose or signature'), [
    'INVALID_PURPOSE',
    'CERT_SIGNATURE_FAILURE',
    'CERT_REJECTED',
  ]),
  ...sameText(notValid('too weak'), [
    'ERR_SSL_EE_KEY_TOO_SMALL',
    'ERR_SSL_CA_MD_TOO_WEAK',
    'ERR_SSL_DH_KEY_TOO_SMALL',
  ]),
  ...sameText('server does not speak TLS', [
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  ]),
};

const UNKNOWN = 'request failed';

function notValid(reason: string): string {
  return `certificate not valid: ${reason}`;
}

function sameText(text: string, codes: readonly string[]): Record<string, string> {
  return Object.fromEntries(codes.map((code) => [code, text]));
}

/** What an attempt says that had no answer. Nothing of the error's own text is in it: that may hold addresses and more. */
export function explainFailure(error: unknown): string {
  if (error instanceof SendFailure) return error.message;
  const codes = codesOf(error);
  const known = codes.map((code) => TEXTS[code]).find((text) => text !== undefined);
  if (known !== undefined) return known;
  if (error instanceof errors.HTTPParserError) return 'answer is not HTTP';
  return codes.some((code) => code.startsWith('ERR_SSL_') || code === 'EPROTO') ? 'TLS failed' : UNKNOWN;
}

/** Whether a failure has no text of its own: for the log. */
export const isUnknown = (text: string): boolean => text === UNKNOWN;

/** The codes of an error, of what several attempts to connect ended with, and of its cause. */
export function codesOf(error: unknown): readonly string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { code, errors, cause } = error as { code?: unknown; errors?: unknown; cause?: unknown };
  return [
    ...(typeof code === 'string' ? [code] : []),
    ...(Array.isArray(errors) ? errors.flatMap(codesOf) : []),
    ...(cause === undefined ? [] : codesOf(cause)),
  ];
}

/** What an attempt says of an answer; null where it is a success. */
export function explainStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `redirects are not followed (${status})` : `answered ${status}`;
}
