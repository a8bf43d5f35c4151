// What survives kill -9, at length: node scripts/crash.mjs [kills, default 25] [seed] [paths or options of Jest]. npm run test:slow has a
// short run of the first suite.
const given = process.argv.splice(2);
const takeNumber = () => (/^\d+$/.test(given[0] ?? '') ? given.shift() : undefined);
const [kills, seed] = [takeNumber(), takeNumber()];
process.argv.push(...given);
process.env.TIMBRA_CRASH_KILLS = kills ?? '25';
if (seed !== undefined) process.env.TIMBRA_CRASH_SEED = seed;
process.env.TIMBRA_TEST_CRASH = '1';
await import('./test.mjs');
