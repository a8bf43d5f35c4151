import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PatientClient } from '../crash/client.js';
import { CrashingService } from '../crash/service.js';
import { makeWorld, type PacName } from '../doubles/index.js';
import { removeDataFolder, temporaryDataFolder } from '../support/data-folder.js';
import { makeLiveIssuer } from '../support/live-issuer.js';
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
  const key = await makeLiveIssuer(await service.facts(), makeWorld(world));
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
