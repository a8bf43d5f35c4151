import { hkdfSync } from 'node:crypto';
import { StartupError } from '../postgres/startup-error.js';
import { decodeKey, loadMasterKey, readMasterKey } from './master-key.js';

/**
 * What the keys of an installation are for (docs/adr/0031): `documents` for what it stores (XML, PDF, mails, API keys),
 * `signing` for CSDs and credentials of PACs, `bus` for messages on Kafka.
 */
export const KEY_PURPOSES = ['documents', 'signing', 'bus'] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

/** The key that seals comes first; the others open what they have sealed, while keys are changed. Empty: no key. */
export type KeyRing = readonly Buffer[];

/** The keys that a process has, each of 32 bytes. */
export interface Keys extends Readonly<Record<KeyPurpose, KeyRing>> {
  /** Master keys. They open what an installation sealed when it had no other key. */
  readonly master: KeyRing;
}

/** A purpose's key and the one beside it, as the environment has them: base64. */
export interface KeySetting {
  readonly key: string | undefined;
  readonly also: string | undefined;
}

export const keyVariable = (purpose: KeyPurpose): string => `TIMBRA_${purpose.toUpperCase()}_KEY`;

/** HKDF's labels. Messages have had theirs from the beginning: what waits in Kafka still opens. */
const LABELS: Readonly<Record<KeyPurpose, string>> = {
  documents: 'timbra documents key',
  signing: 'timbra signing key',
  bus: 'timbra messages',
};

/** The key of a purpose that follows from a master key. */
export const deriveKey = (masterKey: Buffer, purpose: KeyPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', LABELS[purpose], 32));

/** All keys of an installation that has a master key only; `also` while that is changed. */
export function keysOf(masterKey: Buffer, also?: Buffer): Keys {
  const master = [masterKey, ...(also ? [also] : [])];
  const ring = (purpose: KeyPurpose): KeyRing => master.map((key) => deriveKey(key, purpose));
  return { documents: ring('documents'), signing: ring('signing'), bus: ring('bus'), master };
}

/** The part of the settings that keys come from (config.ts). */
interface KeySettings {
  readonly dataDir: string;
  readonly masterKey: string | undefined;
  readonly masterKeyAlso: string | undefined;
  readonly keys: Readonly<Record<KeyPurpose, KeySetting>>;
}

export interface KeyNeeds {
  /** What the process has to have keys for. It gets no others. */
  readonly needs: readonly KeyPurpose[];
  /** Whether the data folder's key is made where there is none: processes that share a database must share keys. */
  readonly makeFile: boolean;
}

/**
 * The keys of a process: those of the environment, and in place of those that it lacks what follows from the master key.
 * @throws {StartupError} names the variable of a key that is missing, malformed, or the same as another
 */
export async function loadKeys(settings: KeySettings, { needs, makeFile }: KeyNeeds): Promise<Keys> {
  const { masterKeyAlso } = settings;
  const lacking = needs.filter((purpose) => settings.keys[purpose].key === undefined);
  const main = await loadMain(settings, lacking, makeFile);
  const also = masterKeyAlso === undefined ? undefined : decodeKey(masterKeyAlso, 'TIMBRA_MASTER_KEY_ALSO');
  const master = [main, also].filter((key) => key !== undefined);
  const ring = (purpose: KeyPurpose): KeyRing =>
    needs.includes(purpose) ? ringOf(purpose, settings.keys[purpose], master) : [];
  const keys = { documents: ring('documents'), signing: ring('signing'), bus: ring('bus'), master };
  refuseSharedKeys(keys);
  return keys;
}

/** The master key: of the environment, or of the data folder where a key is lacking that has to follow from it. */
async function loadMain(
  { dataDir, masterKey }: KeySettings,
  lacking: readonly KeyPurpose[],
  makeFile: boolean,
): Promise<Buffer | undefined> {
  if (masterKey !== undefined) return decodeKey(masterKey, 'TIMBRA_MASTER_KEY');
  if (lacking.length === 0) return undefined;
  const stored = makeFile ? await loadMasterKey(dataDir, undefined) : await readMasterKey(dataDir);
  if (stored === undefined)
    throw new StartupError(
      `This process needs ${lacking.map(keyVariable).join(' and ')}: 32 bytes in base64 (openssl rand -base64 32), the same for all processes. TIMBRA_MASTER_KEY does for all of them.`,
    );
  return stored;
}

/** A purpose's own keys before those that follow from master keys; without one of its own, the master key's seals. */
function ringOf(purpose: KeyPurpose, { key, also }: KeySetting, master: KeyRing): KeyRing {
  const variable = keyVariable(purpose);
  const own = key === undefined ? undefined : decodeKey(key, variable);
  const second = also === undefined ? undefined : decodeKey(also, `${variable}_ALSO`);
  const [first, ...rest] = master.map((one) => deriveKey(one, purpose));
  const ring = own === undefined ? [first, second, ...rest] : [own, second, first, ...rest];
  return ring.filter((one) => one !== undefined);
}

/** One key for two purposes would let a process that needs one of them open the other's. */
function refuseSharedKeys(keys: Keys): void {
  const seen = new Map<string, KeyPurpose>();
  for (const purpose of KEY_PURPOSES)
    for (const key of keys[purpose]) {
      const text = key.toString('hex');
      const other = seen.get(text) ?? purpose;
      if (other !== purpose)
        throw new StartupError(
          `${keyVariable(other)} and ${keyVariable(purpose)} must hold different keys: make one for each with openssl rand -base64 32.`,
        );
      seen.set(text, purpose);
    }
}

/** The settings of a purpose as the environment has them. */
export const keySettings = (
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<KeyPurpose, KeySetting>> => {
  const setting = (purpose: KeyPurpose): KeySetting => ({
    key: env[keyVariable(purpose)] || undefined,
    also: env[`${keyVariable(purpose)}_ALSO`] || undefined,
  });
  return { documents: setting('documents'), signing: setting('signing'), bus: setting('bus') };
};
