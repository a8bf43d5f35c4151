import { exitWithSentence } from '#hosting/runtime/exit';
import { openServiceRuntime } from '#hosting/runtime/run-service';
import { ensureDemo, writeDemoFile } from './demo.js';

/**
 * The demo organization and its keys, for services that run as processes of their own: `npm start` makes it by
 * itself. Prints what demo.json holds; says the same again when it runs once more.
 */
await exitWithSentence(async () => {
  const runtime = await openServiceRuntime([]);
  const { config } = runtime;
  await runtime.bus.start();
  try {
    const demo = await ensureDemo(runtime, `${config.publicUrl ?? `http://localhost:${config.port}`}/v2`);
    await writeDemoFile(config.dataDir, demo);
    console.log(JSON.stringify(demo, null, 2));
  } finally {
    await runtime.bus.stop();
    await runtime.close();
  }
});
