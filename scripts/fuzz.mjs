// Random requests at length: npm run fuzz -- --seed 1 --requests 20000 --only 'exports|import'. npm run test:slow has a short run of it.
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '20000' },
    only: { type: 'string', default: '' },
  },
});
for (const [name, value] of Object.entries({ seed: values.seed, requests: values.requests }))
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new TypeError(`--${name} is a whole number, not ${value}`);
process.env.TIMBRA_FUZZ_SEED = values.seed;
process.env.TIMBRA_FUZZ_REQUESTS = values.requests;
process.env.TIMBRA_FUZZ_ONLY = values.only;
process.argv.splice(2, Infinity, 'test/fuzz');
await import('./test.mjs');
