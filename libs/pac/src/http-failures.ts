/** Why no connection came about, or no answer came, as operators read it. Nothing of the request is in it. */

const CONNECTING: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'name not found for now',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  ETIMEDOUT: 'no connection in time',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'host not reachable',
  ECONNRESET: 'connection closed before it stood',
  CERT_HAS_EXPIRED: 'certificate expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'issuer of the certificate not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'issuer of the certificate not known',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate for another name',
};

/** Why no connection came about. */
export function failureText(error: unknown, timedOut: boolean): string {
  if (timedOut) return 'no connection in time';
  const code = codeOf(error);
  const known = CONNECTING[code];
  if (known) return known;
  return code === '' ? 'no connection' : `no connection (${code})`;
}

/** Why there is no (whole) answer to what was sent. */
export function answerReason(error: unknown, timedOut: boolean): string {
  if (timedOut) return 'no answer in time';
  switch (codeOf(error)) {
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
    case 'EPIPE':
      return 'connection closed before the end of the answer';
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return 'answer cut short';
    case 'UND_ERR_HEADERS_OVERFLOW':
      return 'headers of the answer too large';
    default:
      return codeOf(error).startsWith('HPE_') ? 'answer is not HTTP' : 'no readable answer';
  }
}

interface Coded {
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** Of the error, or of what caused it: several addresses of a name fail together. By shape, as errors cross realms. */
function codeOf(error: unknown, depth = 4): string {
  if (typeof error !== 'object' || error === null || depth === 0) return '';
  const { code, cause, errors } = error as Coded;
  if (typeof code === 'string' && code !== '') return code;
  return codeOf(Array.isArray(errors) ? (errors[0] as unknown) : cause, depth - 1);
}
