import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#bus/testing/until';
import { startApp, type Answer, type Json, type TestApp, type TestParts } from '../../support/app.js';
import { invoice } from '../../support/bodies.js';
import type { SatDouble } from '../../doubles/index.js';
import { upload } from '../organizations/certificate-files.js';

/**
 * How long an answer of a PAC is awaited by a story that has none come, in milliseconds: short, and longer than a stamp takes on a
 * busy machine. The other stories have the usual patience, which nothing healthy ever meets.
 */
export const TIMEOUT_MS = 3_000;

/** The issuer, complete for Live, in an installation over doubles. */
export interface Stage {
  readonly app: TestApp;
  /** Its Live key. */
  readonly live: string;
  /** What it was started with: for another process of the same installation, with its DATABASE_URL. */
  readonly env: Readonly<Record<string, string>>;
  create(fields?: object): Promise<Answer>;
  get(path: string): Promise<Json>;
  /** The invoice, once it has its stamp. */
  valid(id: string): Promise<Json>;
  /** The entry of its history that tells of the stamp. */
  stampedEntry(id: string): Promise<Json>;
  close(): Promise<void>;
}

/**
 * Starts an installation whose PACs are doubles, with an organization that has a CSD of the doubles' tax authority.
 *
 * @param env names the PACs and says where they are
 * @param parts such as clocks that the story moves
 */
export async function openStage(
  sat: SatDouble,
  env: Record<string, string>,
  parts: TestParts = {},
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'timbra-live-'));
  const roots = join(folder, 'roots.pem');
  await writeFile(roots, sat.world.roots);
  const all = {
    ...{ TIMBRA_SAT_ROOTS: roots, TIMBRA_SAT_CERTIFICATES_URL: sat.url },
    TIMBRA_SAT_STATUS_URL: `${sat.url}/ConsultaCFDIService.svc`,
    ...{ TIMBRA_PAC_RETRY_MS: '100', TIMBRA_PAC_SETTLE_MS: '500' },
    ...env,
  };
  const app = await startApp(all, parts);
  const live = await issuerIn(app, sat);
  const get = (path: string): Promise<Json> => app.get(path, { key: live });
  return {
    ...{ app, live, get, env: all },
    create: (fields = {}) => app.api('POST', '/invoices', invoice(fields), { key: live }),
    valid: async (id) => {
      let found: Json = {};
      await until(async () => (found = await get(`/invoices/${id}`)).status === 'valid');
      return found;
    },
    stampedEntry: async (id) =>
      (await get(`/invoices/${id}/history`)).data.find(({ type }: Json) => type === 'invoice.stamped'),
    close: async () => {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whom an organization is of, as the tax authority has it. */
export interface Issuer {
  readonly rfc: string;
  readonly name: string;
  readonly zip: string;
}
const KEMPER: Issuer = { rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE', zip: '42501' };

/**
 * From nothing: an organization with its legal data and its CSD, which lacks nothing for Live.
 *
 * @returns its Live key
 */
export async function issuerIn(
  app: TestApp,
  sat: SatDouble,
  { rfc, name, zip }: Issuer = KEMPER,
): Promise<string> {
  const user = await app.newUser();
  const { id } = await app.newOrganization(user);
  const live: string = await app.put(`/organizations/${id}/apikeys/live`, undefined, { key: user });
  const legal = { name: 'Escuela', legal_name: name, tax_system: '601' };
  await app.put('/organizations/me/legal', { ...legal, address: { zip } }, { key: live });
  const { body } = await upload(app, 'me', sat.world.issue({ rfc, name }), { key: live });
  if (body.is_production_ready !== true) throw new Error(JSON.stringify(body));
  return live;
}
