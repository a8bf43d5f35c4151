// The failure matrix at length (docs/failures.md): node scripts/failures.mjs [paths or options of Jest]. `npm run
// test:kafka` has a short run of it. TIMBRA_FAILURES_SEED gives another load.
process.env.TIMBRA_FAILURES = 'long';
if (process.argv.length === 2) process.argv.push('test/failures', 'test/pauses');
await import('./kafka-tests.mjs');
