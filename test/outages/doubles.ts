import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FaultOrder, PacName } from '../doubles/index.js';
import { ROOT } from '../support/root.js';
import type { Cancellation, Stamp } from './books.js';

/** The doubles of the PACs and of the tax authority, as one process apart from Timbra: spoken to over HTTP alone. */

/** A double's ledger, as far as the judge looks, and the faults that its calls met. */
export interface PacLedger {
  readonly stamps: readonly Stamp[];
  readonly cancellations: readonly Cancellation[];
  readonly calls: readonly { readonly operation: string; readonly fault?: string }[];
}

export interface Doubles {
  /** The variables that Timbra is started with, as the program prints them. */
  readonly variables: Readonly<Record<string, string>>;
  /** PEM of the root that the doubles' certificates go back to. */
  roots(): Promise<string>;
  fault(pac: PacName, order: FaultOrder): Promise<void>;
  ledger(pac: PacName): Promise<PacLedger>;
  close(): Promise<void>;
}

const BOOT_MS = 60_000;
/** A closed port is opened again by its double after at most this long. */
const REOPENED_MS = 15_000;
const URLS = { sw: 'TIMBRA_SW_URL', finkok: 'TIMBRA_FINKOK_URL', prodigia: 'TIMBRA_PRODIGIA_URL' } as const;

/** Starts them; `world`: a folder for the keys of their certificates, which the caller may use too. */
export async function startDoubles(world: string): Promise<Doubles> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/test/doubles/main.js'), 'all', '--world', world], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const variables = await printed(child);
  const origin = (name: string): string => new URL(variables[name] ?? '').origin;
  return {
    variables,
    roots: async () => (await patient(`${origin('TIMBRA_SAT_STATUS_URL')}/__roots.pem`)).text(),
    fault: async (pac, order) => {
      await patient(`${origin(URLS[pac])}/__faults`, { method: 'POST', body: JSON.stringify(order) });
    },
    ledger: async (pac) => (await (await patient(`${origin(URLS[pac])}/__ledger`)).json()) as PacLedger,
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The variables it prints, once it has said how it is stopped. */
async function printed(child: ChildProcess): Promise<Record<string, string>> {
  const variables: Record<string, string> = {};
  const timer = setTimeout(() => child.kill('SIGKILL'), BOOT_MS);
  if (child.stdout === null) throw new Error('no output of the doubles');
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^(TIMBRA_\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) variables[name] = value;
    if (!line.startsWith('# Ledger')) continue;
    clearTimeout(timer);
    return variables;
  }
  throw new Error('The doubles did not start.');
}

/** A request to a double, again while its port is closed on purpose. */
async function patient(url: string, init: RequestInit = {}): Promise<Response> {
  for (const deadline = Date.now() + REOPENED_MS; ;) {
    try {
      const response = await fetch(url, init);
      if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
      return response;
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
