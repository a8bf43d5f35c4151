import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = resolve(import.meta.dirname, '..');
const MAIN = 'dist/apps/standalone/src/main.js';

/** Of what `npm start` gives Node, all but the bound of the heap: as in its container (deploy/Dockerfile), see below. */
const startArgs = (root) => {
  const { start } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
  return start.split(' ').filter((word) => word.startsWith('--') && !word.startsWith('--max-old-space-size'));
};

/**
 * Starts the built service on a data folder, on any free port.
 * @param options `{ root, nodeArgs, env }`: another built copy of the project, what Node gets before its program, and more settings
 * @returns `{ demo, seconds, call, peakMb, pid, stop, kill }`: facts of demo.json, the time until it answered, a request
 *   with the Test key, the peak of the process's memory (undefined where the system does not tell), and its end, by
 *   itself or at once
 */
export const startService = async (dataDir, { root = ROOT, nodeArgs = [], env: more = {} } = {}) => {
  const file = join(dataDir, 'demo.json');
  await rm(file, { force: true });
  const since = performance.now();
  const env = {
    ...process.env,
    ...more,
    TIMBRA_DATA: dataDir,
    TIMBRA_PORT: '0',
    // As in its container (deploy/Dockerfile, docker-compose.yml): Node bounds its heap by half of the container's 3 GB,
    // where a machine of its own lets garbage grow; and threads that compress do not keep a heap each.
    NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS ?? '--max-old-space-size=1536',
    MALLOC_ARENA_MAX: '2',
  };
  const child = spawn(process.execPath, [...startArgs(root), ...nodeArgs, join(root, MAIN)], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((settle) => child.once('exit', settle));
  while (!existsSync(file)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the service did not start');
    await sleep(5);
  }
  const demo = JSON.parse(await readFile(file, 'utf8'));
  const seconds = (performance.now() - since) / 1000;
  return {
    demo,
    seconds,
    call: caller(demo),
    peakMb: () => peakMb(child.pid),
    pid: child.pid,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
};

/**
 * Sends requests with the Test key (a body is JSON text, or a value) and gives the answers' bodies, as bytes; whatever is
 * not a 2xx throws. Plain sockets
 * that are kept and used again: the client shares the machine with what it measures, so it has to be light.
 */
export const caller = ({ base_url, test_key }) => {
  const { hostname, port, pathname } = new URL(base_url);
  const idle = [];
  return async (method, path, body) => {
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
    const type = text && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
    const head = `${method} ${pathname}${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${test_key}\r\n`;
    // The service closes what has been idle for long.
    let socket = idle.pop();
    while (socket && !socket.writable) socket = idle.pop();
    socket ??= connect({ host: hostname, port, noDelay: true });
    const { status, bytes } = await exchange(socket, `${head}${type}\r\n${text}`);
    idle.push(socket);
    if (status < 300) return bytes;
    throw new Error(`${method} ${path} answered ${status}: ${bytes}`);
  };
};

/** One request and its answer, which says its length or comes in chunks. */
const exchange = (socket, text) =>
  new Promise((resolve, reject) => {
    const chunks = [];
    let received = 0;
    let head;
    const whole = () => (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    const settle = (done, value) => {
      socket.off('data', onData).off('error', onError).off('close', onClose);
      done(value);
    };
    const onError = (error) => settle(reject, error);
    const onClose = () => settle(reject, new Error('the connection was closed'));
    const onData = (chunk) => {
      chunks.push(chunk);
      received += chunk.length;
      head ??= headOf(whole());
      if (!head) return;
      if (head.length === undefined) {
        const body = chunk.at(-1) === LF ? bodyOfChunks(whole().subarray(head.end)) : undefined;
        if (body) settle(resolve, { status: head.status, bytes: body });
      } else if (received >= head.end + head.length)
        settle(resolve, { status: head.status, bytes: whole().subarray(head.end) });
    };
    socket.on('data', onData).on('error', onError).on('close', onClose);
    socket.write(text);
  });

const headOf = (bytes) => {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.latin1Slice(0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return { status: Number(head.slice(9, 12)), end: end + 4, length: length && Number(length) };
};

const LF = 10;

/** The body of an answer in chunks, as a large page of a list is, or undefined where the last one is still to come. */
const bodyOfChunks = (bytes) => {
  const parts = [];
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.latin1Slice(at, line), 16);
    if (size === 0) return bytes.length >= line + 4 ? Buffer.concat(parts) : undefined;
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
};

/** The process's peak resident memory in MB, from Linux. */
const peakMb = async (pid) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kb = /VmHWM:\s+(\d+)/.exec(status)?.[1];
  return kb && Math.round(kb / 1024);
};
