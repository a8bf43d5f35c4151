// The kill -9 suite at length: node scripts/crash.mjs [kills, default 25] [seed]. npm test has a short run of it.
const [kills = '25', seed] = process.argv.splice(2);
process.env.TIMBRA_CRASH_KILLS = kills;
if (seed !== undefined) process.env.TIMBRA_CRASH_SEED = seed;
process.argv.push('test/crash');
await import('./test.mjs');
