// The specs that need a real Kafka (*.kafka.spec.ts), on a broker of their own: npm run test:kafka [-- paths or options
// of Jest]. Needs Java 17 and Maven (deploy/kafka/kafka.sh); where they are missing it says so and ends.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKafka } from './lib/kafka.mjs';

const missing = [
  ['java', ['-version']],
  ['mvn', ['-v']],
]
  .filter(([program, args]) => spawnSync(program, args, { stdio: 'ignore' }).status !== 0)
  .map(([program]) => program);

if (missing.length > 0) {
  console.log(
    `SKIPPED: no Kafka can run here, since ${missing.join(' and ')} can't be found. Nothing was tested.`,
  );
} else {
  const folder = await mkdtemp(join(tmpdir(), 'timbra-kafka-'));
  let kafka;
  try {
    kafka = await startKafka(folder);
    console.log(`Apache Kafka runs at ${kafka.broker}`);
    process.env.TIMBRA_TEST_KAFKA = kafka.broker;
    // They take brokers down and measure who waits for whom: one after the other.
    process.env.TIMBRA_TEST_WORKERS = '1';
    // The longest, even in their short versions, are for the night, and for who names what to run.
    if (process.argv.length > 2) process.env.TIMBRA_TEST_NIGHT = '1';
    await import('./test.mjs');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await kafka?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
