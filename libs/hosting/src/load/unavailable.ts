import { EVENT_STORE_AWAY } from '#event-store';
import { STREAM_OWNER_AWAY } from '#eventing';

/** SQLSTATE: connection lost, too many connections, disk or memory full, server going down or coming up, locks. */
const PASSING_SQLSTATE = /^(08[0-9A-Z]{3}|53[0-9]{3}|57P0[1-5]|55P03|40001|40P01)$/;
/** Of sockets and name resolution; of the event store, and of the owners of streams. */
const PASSING_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  EVENT_STORE_AWAY,
  STREAM_OWNER_AWAY,
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOSPC', 'EMFILE', 'ENFILE'],
]);
/** The driver's own errors have no code. */
const PASSING_MESSAGES =
  /^(Connection terminated|timeout (exceeded )?when trying to connect|timeout exceeded|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** What is looked at of a fault, by shape: errors of Node's own modules are of another realm inside a test runner. */
interface Fault {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
  readonly errors?: unknown;
  readonly cause?: unknown;
}

/**
 * Whether a fault says that something which the service stands on is away or full for now, rather than that the service
 * is wrong: the caller may try again. Faults of other processes are known by their code or message alone.
 */
export function isUnavailable(fault: unknown): boolean {
  for (let one = fault; typeof one === 'object' && one !== null; one = (one as Fault).cause) {
    const { code, syscall, message, errors }: Fault = one;
    if (Array.isArray(errors) && errors.some(isUnavailable)) return true;
    if (typeof code === 'string' && (PASSING_SQLSTATE.test(code) || PASSING_CODES.has(code))) return true;
    // The socket of a database that is being started again. Of any other file, ENOENT is a bug.
    if (code === 'ENOENT' && syscall === 'connect') return true;
    if (typeof message === 'string' && PASSING_MESSAGES.test(message)) return true;
  }
  return false;
}
