import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { SCRIPT } from '../kafka.mjs';
import { withProgress } from '../progress.mjs';
import { quietPorts } from '../quiet-ports.mjs';
import { howItEnded, startChild } from './child.mjs';
import { keepUp } from './keep-up.mjs';
import { reasonIn } from './logs.mjs';
import { GATEWAY, OTHERS, programOf, SAYS_WHERE, serviceProgram, SERVICES } from './services.mjs';

/** In the order in which they are started. */
export const STAGES = ['PostgreSQL', 'Kafka', 'the services', 'the gateway', 'what is under way'];
const [, KAFKA, THE_SERVICES, THE_GATEWAY, STEPS] = STAGES;

/** A service ends by itself after 28 s (run-service.ts). */
const SERVICE_STOP_MS = 30_000;
const KAFKA_STOP_MS = 20_000;
const STEP_STOP_MS = 5_000;
/** Longer than a service waits for a connection to PostgreSQL (patience.ts), on a machine that is busy. */
const UP_MS = 300_000;

/** Rejects where something takes longer than UP_MS. */
const within = async (promise) => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not up after ${UP_MS / 60_000} minutes`)), UP_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * The processes of one machine: how each is started, watched and noted.
 * @param parts `{ stages, logs, leftovers, say, sayLate }`: `say` gets progress, `sayLate` what happens after the start
 */
export const openTopology = ({ stages, logs, leftovers, say, sayLate }) => {
  const startNoted = (name, program) => {
    const child = startChild({ ...program, onLine: logs.writerOf(name) });
    void leftovers.note(name, child);
    return child;
  };
  const tell = (name, child, { message }) => {
    const reason = reasonIn(child.output());
    return new Failure(`${name} did not start (${message}): ${reason} (${logs.fileOf(name)})`);
  };
  const keep = async (stage, { name, program, isUp, stopMs }) => {
    stages.check();
    const kept = keepUp({ name, isUp, say: sayLate, start: () => startNoted(name, program) });
    stages.add(stage, { stop: () => kept.stop(stopMs), kill: () => kept.kill() });
    try {
      return await within(kept.up);
    } catch (error) {
      stages.check();
      throw tell(name, kept.child(), error);
    }
  };

  /** Runs a program to its end; gives what it printed on its standard output. */
  const runStep = async (name, program) => {
    stages.check();
    let printed = '';
    const toLog = logs.writerOf(name);
    const onLine = (line, stream) => {
      if (stream === 'stdout') printed += `${line}\n`;
      // What demo prints are keys.
      if (stream === 'stderr') toLog(line);
    };
    const child = startChild({ ...program, onLine });
    void leftovers.note(name, child);
    const step = stages.add(STEPS, { stop: () => child.stop(STEP_STOP_MS), kill: () => child.kill() });
    const how = await child.ended;
    stages.remove(STEPS, step);
    stages.check();
    if (how.code !== 0) throw tell(name, child, { message: howItEnded(how) });
    return printed;
  };
  const run = (name, path, env) => runStep(name, programOf(path, env));

  const startKafka = async (folder, env, fetch) => {
    if (fetch)
      await withProgress('Fetching Kafka from Maven Central (once, about 45 MB)', () =>
        runStep('kafka-fetch', { command: SCRIPT, args: ['install'], env }),
      );
    say('Starting Kafka');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const ports = await quietPorts();
    const program = { command: SCRIPT, args: ['run', folder, ...ports.map(String)], env };
    await keep(KAFKA, { name: 'kafka', program, isUp: /Kafka Server started/, stopMs: KAFKA_STOP_MS });
    return `127.0.0.1:${ports[0]}`;
  };

  /** `envOf(service)`: what a process has in its environment. */
  const startServices = async (envOf) => {
    let up = 0;
    const start = async (stage, name) => {
      const program = serviceProgram(name, envOf(name));
      await keep(stage, { name, program, isUp: SAYS_WHERE, stopMs: SERVICE_STOP_MS });
      up += 1;
      say(`${name} is up (${up} of ${SERVICES.length})`);
    };
    say(`Starting ${SERVICES.length} processes`);
    await Promise.all(OTHERS.map((name) => start(THE_SERVICES, name)));
    // After the services: the first request finds all of them.
    await start(THE_GATEWAY, GATEWAY);
  };

  return { run, startKafka, startServices };
};

export const kafkaFolder = (dataDir) => join(dataDir, 'kafka');
