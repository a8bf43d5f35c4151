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

/** Of the error, or of the first that it was caused by: several addresses of a name fail together. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && code !== '') return code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error.cause === undefined ? '' : codeOf(error.cause);
}
