/** What ends the program with a sentence for its user. */
export class Failure extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode] 1: it could not be done; 2: it was asked for in a wrong way
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** @param {string} message */
export const misuse = (message) => new Failure(`${message}\nSee: timbra --help`, 2);

/**
 * Why a connection failed, in words.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return reasonOf(cause);
  const code = /** @type {{ code?: string }} */ (error).code ?? '';
  // Where a name has several addresses, each has failed.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return WORDS[code] ?? (error.message || code);
}

/** @type {Readonly<Record<string, string>>} */
const WORDS = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed by the other side',
  UND_ERR_SOCKET: 'connection closed by the other side',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'timed out',
  UND_ERR_CONNECT_TIMEOUT: 'timed out',
  EHOSTUNREACH: 'host unreachable',
  EPIPE: 'connection closed by the other side',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'self-signed certificate',
};
