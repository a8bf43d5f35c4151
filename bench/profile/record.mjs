// node --import record.mjs: on SIGUSR2 the service begins to record where its main thread's time goes and which statements it
// sends, and on the next one writes what it saw to TIMBRA_BENCH_PROFILE, for bench/profile.mjs.
import { rename, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { mainThreadSeconds } from '../cpu.mjs';

const file = process.env.TIMBRA_BENCH_PROFILE;
const session = new Session();
session.connect();

/** By name of the statement: how many were sent, and how long their answers took together, in ms. */
let statements = new Map();
let connection;

const note = (name, since) => {
  const seen = statements.get(name) ?? { sent: 0, ms: 0 };
  statements.set(name, { sent: seen.sent + 1, ms: seen.ms + performance.now() - since });
};

const nameOf = (query) =>
  query?.name ??
  (typeof query === 'string' ? query : (query?.text ?? 'a stream')).trim().replace(/\s+/g, ' ').slice(0, 60);

const send = pg.Client.prototype.query;
pg.Client.prototype.query = function (query, ...rest) {
  connection = this.connectionParameters;
  const name = nameOf(query);
  const since = performance.now();
  const done = rest.at(-1);
  if (typeof done === 'function') {
    rest[rest.length - 1] = (...answer) => {
      note(name, since);
      return done(...answer);
    };
    return send.call(this, query, ...rest);
  }
  const answer = send.call(this, query, ...rest);
  // What is no promise is a stream of rows, which ends elsewhere.
  if (typeof answer?.then === 'function')
    answer.then(
      () => note(name, since),
      () => note(name, since),
    );
  else note(name, since);
  return answer;
};

/** What PostgreSQL has done so far, asked on a connection of our own: that of the service may be within a transaction. */
const askDatabase = async () => {
  const { host, port, user, password, database } = connection;
  const client = new pg.Client({ host, port, user, password, database });
  await client.connect();
  const { rows } = await send.call(
    client,
    `SELECT (SELECT sum(xact_commit) FROM pg_stat_database)::float8 AS commits,
            (SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal')::float8 AS syncs,
            pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal`,
  );
  await client.end();
  return rows[0];
};

let before;
const begin = async () => {
  before = { database: await askDatabase(), mainThreadSeconds: mainThreadSeconds() };
  statements = new Map();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 250 });
  await session.post('Profiler.start');
};

const end = async () => {
  const mainThreadMs = (mainThreadSeconds() - before.mainThreadSeconds) * 1_000;
  const { profile } = await session.post('Profiler.stop');
  const sent = [...statements];
  const now = await askDatabase();
  const database = Object.fromEntries(
    Object.entries(now).map(([name, value]) => [name, value - before.database[name]]),
  );
  before = undefined;
  await writeFile(`${file}.part`, JSON.stringify({ profile, statements: sent, database, mainThreadMs }));
};

process.on('SIGUSR2', () => {
  const step = before ? end() : begin().then(() => writeFile(`${file}.part`, '{}'));
  // Renamed once it is whole: that is how the other side knows.
  void step.then(() => rename(`${file}.part`, file));
});
