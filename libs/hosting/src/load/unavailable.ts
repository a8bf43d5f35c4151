/** SQLSTATE: connection lost, too many connections, disk or memory full, server going down or coming up, locks. */
const PASSING_SQLSTATE = /^(08[0-9A-Z]{3}|53[0-9]{3}|57P0[1-5]|55P03|40001|40P01)$/;
/** Of sockets and name resolution. */
const PASSING_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOSPC', 'EMFILE', 'ENFILE'],
]);
/** The driver's own errors have no code. */
const PASSING_MESSAGES =
  /^(Connection terminated|timeout (exceeded )?when trying to connect|timeout exceeded|Client has encountered a connection error|Cannot use a pool after calling end)/;

/**
 * Whether a fault says that something which the service stands on is away or full for now, rather than that the service
 * is wrong: the caller may try again. Faults of other processes are known by their code or message alone.
 */
export function isUnavailable(fault: unknown): boolean {
  for (let error: unknown = fault; error instanceof Error; error = error.cause) {
    if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
    const { code } = error as { readonly code?: unknown };
    if (typeof code === 'string' && (PASSING_SQLSTATE.test(code) || PASSING_CODES.has(code))) return true;
    if (PASSING_MESSAGES.test(error.message)) return true;
  }
  return false;
}
