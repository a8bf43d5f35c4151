import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PatientClient } from '../crash/client.js';
import { CrashingService } from '../crash/service.js';
import { makeWorld, type PacName } from '../doubles/index.js';
import { removeDataFolder, temporaryDataFolder } from '../support/data-folder.js';
import { requestOf } from '../support/request.js';
import { startDoubles, type Doubles } from './doubles.js';

/** Milliseconds: short ones, so that a run of minutes sees what else takes hours. */
export const TIMES = {
  /** How long an answer of a PAC is awaited. */
  timeout: 2_000,
  retry: 200,
  /** Longer than any request here may be under way, and than a double hides a stamp. */
  settle: 6_000,
} as const;

/** Timbra as `npm start` runs it, in Live over doubles, with one organization that lacks nothing. */
export interface Installation {
  readonly doubles: Doubles;
  readonly service: CrashingService;
  /** Whose requests carry the Live key of the organization. */
  readonly client: PatientClient;
  readonly key: string;
  close(): Promise<void>;
}

/** Starts it with these PACs, in this order. */
export async function openInstallation(order: readonly PacName[]): Promise<Installation> {
  const data = await temporaryDataFolder();
  const world = join(data, 'world');
  await mkdir(world);
  const doubles = await startDoubles(world);
  const roots = join(data, 'roots.pem');
  await writeFile(roots, await doubles.roots(), { mode: 0o644 });
  const service = new CrashingService(data, {
    ...doubles.variables,
    ...{ TIMBRA_PACS: order.join(','), TIMBRA_SAT_ROOTS: roots },
    ...{ TIMBRA_PAC_TIMEOUT_MS: `${TIMES.timeout}`, TIMBRA_PAC_RETRY_MS: `${TIMES.retry}` },
    TIMBRA_PAC_SETTLE_MS: `${TIMES.settle}`,
  });
  await service.start();
  const key = await makeIssuer(service, world);
  return {
    ...{ doubles, service, key, client: new PatientClient(service, key) },
    close: async () => {
      await service.kill('service and database').catch(() => undefined);
      await doubles.close();
      await removeDataFolder(data);
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** From nothing: an organization with its legal data and a CSD of the doubles' authority. Gives its Live key. */
async function makeIssuer(service: CrashingService, world: string): Promise<string> {
  const { base_url, user_key } = await service.facts();
  const ask = async (method: string, path: string, key: string, body?: object): Promise<Answered> => {
    const response = await fetch(base_url + path, requestOf(method, { key, body }));
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as Answered;
  };
  const made = await ask('POST', '/organizations', user_key, { name: 'Escuela' });
  if (typeof made === 'string') throw new Error('no organization');
  const key = await ask('PUT', `/organizations/${made.id}/apikeys/live`, user_key);
  if (typeof key !== 'string') throw new Error('no Live key');
  const legal = { name: 'Escuela', legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601' };
  await ask('PUT', '/organizations/me/legal', key, { ...legal, address: { zip: '42501' } });
  const csd = makeWorld(world).issue({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE' });
  const form = new FormData();
  form.append('cer', new Blob([new Uint8Array(csd.cer)]), 'csd.cer');
  form.append('key', new Blob([new Uint8Array(csd.key)]), 'csd.key');
  form.append('password', csd.password);
  const ready = await ask('PUT', '/organizations/me/certificate', key, form);
  if (typeof ready === 'string' || ready.is_production_ready !== true)
    throw new Error(`The organization is not ready: ${JSON.stringify(ready)}`);
  return key;
}

type Answered = string | { readonly id: string; readonly is_production_ready?: boolean };
