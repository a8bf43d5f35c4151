import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parseAcuse } from '#cfdi';
import { unpack } from '#pac';
import {
  startFinkok,
  startProdigia,
  startSat,
  startSw,
  type FinkokDouble,
  type ProdigiaDouble,
} from './index.js';
import type { SatDouble, SwDouble } from './index.js';
import { issuerCsd, sealed } from './testing.js';

/**
 * Clients that nobody here wrote: those of python-satcfdi, against the doubles. Skipped where it is not installed
 * (`TIMBRA_SATCFDI_PYTHON=/path/to/venv/bin/python`, `pip install satcfdi`); `npm run test:doubles` asks for it.
 */
const PYTHON = process.env['TIMBRA_SATCFDI_PYTHON'] ?? 'python3';
const hasSatcfdi = spawnSync(PYTHON, ['-c', 'import satcfdi.pacs.finkok']).status === 0;
if (!hasSatcfdi && process.env['TIMBRA_SATCFDI_PYTHON'] !== undefined)
  throw new Error(`${PYTHON} has no satcfdi: pip install satcfdi`);
if (!hasSatcfdi)
  process.stderr.write('test/doubles: python-satcfdi is not installed, its clients are not run\n');
const itIsUsed = hasSatcfdi ? it : it.skip;

let sat: SatDouble;
let sw: SwDouble;
let finkok: FinkokDouble;
let prodigia: ProdigiaDouble;
beforeAll(async () => {
  sat = await startSat();
  [sw, finkok, prodigia] = await Promise.all([
    startSw({ sat }),
    startFinkok({ sat }),
    startProdigia({ sat }),
  ]);
});
afterAll(() => Promise.all([sat, sw, finkok, prodigia].map((double) => double.close())));

interface Told {
  readonly sw: Readonly<Record<'uuid' | 'sello' | 'again' | 'recovered' | 'acuse', string>> & {
    readonly cancelled: Readonly<Record<string, string>>;
  };
  readonly finkok: Readonly<
    Record<'uuid' | 'again' | 'recovered' | 'pending' | 'cancelled' | 'acuse' | 'receipt', string>
  >;
  readonly prodigia: Readonly<Record<'uuid' | 'again', string>>;
  readonly sat: Readonly<Record<'asked' | 'package' | 'zip', string>> & {
    readonly states: readonly number[];
  };
}

async function runClients(): Promise<Told> {
  const filesOf = ({ cer, key, password }: ReturnType<typeof issuerCsd>) => ({
    cer: cer.toString('hex'),
    key: key.toString('hex'),
    password,
  });
  const told = {
    csd: filesOf(issuerCsd()),
    fiel: filesOf(sat.world.issue({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE', fiel: true })),
    sat: { url: sat.url },
    xml: [sealed(), sealed(), sealed()],
    sw: { url: sw.url, token: sw.token },
    finkok: { url: finkok.url, user: finkok.user, password: finkok.password },
    prodigia: {
      url: prodigia.url,
      user: prodigia.user,
      password: prodigia.password,
      contract: prodigia.contract,
    },
  };
  const python = spawn(PYTHON, [resolve('test/doubles/clients.py')]);
  const chunks: Buffer[] = [];
  const errors: Buffer[] = [];
  python.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  python.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const code = await new Promise((end) => {
    python.on('close', end);
    python.stdin.end(JSON.stringify(told));
  });
  if (code !== 0) throw new Error(Buffer.concat(errors).toString());
  return JSON.parse(Buffer.concat(chunks).toString()) as Told;
}

itIsUsed('the clients of python-satcfdi stamp, recover and cancel', async () => {
  const told = await runClients();
  expect(sw.ledger.byUuid(told.sw.uuid)?.sello).toBe(told.sw.sello);
  expect(told.sw).toMatchObject({ recovered: told.sw.uuid, cancelled: { [told.sw.uuid]: '201' } });
  expect(told.sw.again).toContain('307. El comprobante contiene un timbre previo.');
  expect(parseAcuse(told.sw.acuse).ok).toBe(true);

  expect(finkok.ledger.byUuid(told.finkok.uuid)).toBeDefined();
  expect(told.finkok).toMatchObject({ recovered: told.finkok.uuid, pending: 'F', cancelled: '201' });
  expect(told.finkok.again).toContain('307');
  expect([told.finkok.acuse, told.finkok.receipt].map((xml) => parseAcuse(xml).ok)).toEqual([true, true]);

  expect(told.prodigia.again).toBe(told.prodigia.uuid);
  // The tax authority's metadata has what each of them stamped.
  expect(told.sat).toMatchObject({ asked: '5000', states: [1, 2, 3], package: '5000' });
  const metadata = [...(unpack(Buffer.from(told.sat.zip, 'base64'), '.txt') ?? [])].map(String).join();
  for (const { uuid } of [told.sw, told.finkok, told.prodigia])
    expect(metadata.toUpperCase()).toContain(uuid.toUpperCase());
  expect([sw, finkok, prodigia].map(({ ledger }) => ledger.stamps.length)).toEqual([1, 1, 1]);
});
