import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { StartupError } from '../postgres/startup-error.js';
import { roleOf } from './roles.js';
import { SERVICES } from './services.js';

/** The password under which each service logs in as its own role, by service. */
export type Logins = ReadonlyMap<string, string>;

/** What needs no escape in a URL, nor in the list. */
const PASSWORD = /^[\w.~-]{16,}$/;

/**
 * Reads `gateway:password,stamping:password`.
 * @throws {StartupError} never with the text, which holds passwords
 */
export function parseLogins(text: string | undefined): Logins {
  const logins = new Map<string, string>();
  for (const entry of (text ?? '').split(',').filter((part) => part.trim() !== '')) {
    const [service = '', password = ''] = entry.trim().split(/:(.*)/s);
    if (!(SERVICES as readonly string[]).includes(service))
      throw new StartupError(
        `TIMBRA_DATABASE_LOGINS has an entry that names no service: it is service:password, separated by commas; services are ${SERVICES.join(', ')}.`,
      );
    if (!PASSWORD.test(password))
      throw new StartupError(
        `TIMBRA_DATABASE_LOGINS: the password of ${service} must have at least 16 letters, digits or .~_- (openssl rand -hex 24).`,
      );
    logins.set(service, password);
  }
  return logins;
}

const ITERATIONS = 4_096;

/**
 * What PostgreSQL keeps of a password (SCRAM-SHA-256, RFC 5803). Made here, so that the password itself is in no
 * statement, which servers may log.
 */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const server = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
}

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Lets services log in as their own roles (roles.ts), which have to be there. Passwords that changed are changed.
 * @throws {StartupError} the login user may not
 */
export async function ensureLogins(pool: pg.Pool, logins: Logins): Promise<void> {
  for (const [service, password] of logins)
    try {
      await pool.query(`ALTER ROLE ${roleOf(service)} LOGIN PASSWORD '${scramVerifier(password)}'`);
    } catch (error) {
      if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new StartupError(
        `The user of DATABASE_URL may not change the role ${roleOf(service)}: it needs CREATEROLE and, if somebody else made the role, GRANT ${roleOf(service)} TO it WITH ADMIN OPTION (docs/operations.md).`,
      );
    }
}
