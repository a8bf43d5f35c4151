// What survives kill -9, at length: node scripts/crash.mjs [kills, default 25] [seed]. npm test has a short run of the first suite.
const [kills = '25', seed] = process.argv.splice(2);
process.env.TIMBRA_CRASH_KILLS = kills;
if (seed !== undefined) process.env.TIMBRA_CRASH_SEED = seed;
process.env.TIMBRA_TEST_CRASH = '1';
await import('./test.mjs');
