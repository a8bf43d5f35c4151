import type pg from 'pg';
import type { KeyRing } from '../config/keys.js';
import { StartupError } from '../postgres/startup-error.js';
import { fingerprintOf } from './sealing.js';
import { notInForce } from './vault.js';

/**
 * Makes sure at the start that a process can open what the others send.
 * @throws {StartupError} when another key of the bus is in force
 */
export async function verifyBusKey(pool: pg.Pool, keys: KeyRing): Promise<void> {
  const [own] = keys;
  if (own === undefined) return;
  await pool.query(
    "INSERT INTO platform.keys_in_force (purpose, fingerprint) VALUES ('bus', $1) ON CONFLICT DO NOTHING",
    [fingerprintOf(own)],
  );
  const { rows } = await pool.query<{ fingerprint: string }>(
    "SELECT fingerprint FROM platform.keys_in_force WHERE purpose = 'bus'",
  );
  const inForce = rows[0]?.fingerprint;
  if (inForce !== undefined && !keys.some((key) => fingerprintOf(key) === inForce))
    throw new StartupError(notInForce('bus'));
}
