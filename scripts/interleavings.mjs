// Every pair of invoicing's commands, one asleep at each of its calls: some minutes. npm run test:slow takes some of the pairs.
process.env.TIMBRA_INTERLEAVINGS = 'all';
process.argv.push('test/interleavings');
await import('./test.mjs');
