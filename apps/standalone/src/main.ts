import { monotonicMs } from '#kernel';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { loadConfig, warnOfUnknown } from '#hosting';
import { loadBrowserLibrary } from '#pdf';
import { banner } from './banner.js';
import { ensureDemo, writeDemoFile } from './demo.js';
import { tellFailure } from './failure.js';
import { startStandalone, type Standalone } from './standalone.js';

const SHUTDOWN_MS = 30_000;
const IMPATIENT_MS = 1_000;

const startedAt = monotonicMs();
const sinceStart = (): string => ((monotonicMs() - startedAt) / 1000).toFixed(1);
const say = (message: string): void => console.log(`  ${sinceStart().padStart(5)} s  ${message}`);

let running: Standalone | undefined;
let dataDir: string | undefined;
let stoppingSince: number | undefined;

try {
  const config = loadConfig();
  ({ dataDir } = config);
  for (const warning of warnOfUnknown(process.env)) console.error(`  ${warning}`);
  // While the database starts, nobody waits for the loop yet. What fails here fails again at the first print, and says so.
  void loadBrowserLibrary().catch(() => undefined);
  running = await startStandalone({
    config,
    onProgress: say,
    onDatabaseLost: (message) => {
      console.error(message);
      void shutDown(1);
    },
  });
  const port = new URL(running.url).port;
  const base = `${config.publicUrl ?? `http://localhost:${port}`}/v2`;
  const demo = await ensureDemo(running.runtime, base);
  await writeDemoFile(config.dataDir, demo);
  console.log(
    banner(demo, sinceStart(), {
      config,
      catalogues: running.app.get<Catalogues>(CATALOGUES),
      terminal: process.stdout.isTTY === true,
    }),
  );
} catch (error) {
  console.error(await tellFailure(error, dataDir));
  await running?.stop().catch(() => undefined);
  process.exit(1);
}

process.on('SIGTERM', () => void shutDown(0));
process.on('SIGINT', () => {
  // npm passes a Ctrl-C on a moment after the terminal did: only a later one means impatience.
  if (stoppingSince !== undefined && monotonicMs() - stoppingSince > IMPATIENT_MS) process.exit(130);
  void shutDown(0);
});

/** Orderly, but not for ever. */
async function shutDown(code: number): Promise<void> {
  if (stoppingSince !== undefined) return;
  stoppingSince = monotonicMs();
  console.log('\n  Stopping: requests under way are finished.');
  setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
  try {
    await running?.stop();
    console.log('  Stopped.');
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  process.exit(code);
}
