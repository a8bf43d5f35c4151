// docs/events, from the types of the public events (libs/contracts/src/public):
//   npm run events                writes the JSON Schemas and the AsyncAPI document again, and checks them
//   npm run events -- --record    first plays a story with everything that can happen, and keeps its events: as examples
//                                 in docs/events, and as histories in a folder of the day in test/golden
//   npm run events -- --refold    writes today's states and rows into the histories of test/golden; their events stay
//   npm run events -- --release   what docs/events says is promised to readers from now on (docs/events/released.json)
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { record: { type: 'boolean' }, refold: { type: 'boolean' }, release: { type: 'boolean' } },
});
const run = async (what, path) => {
  process.env.TIMBRA_EVENTS = what;
  process.argv.splice(2, Infinity, path);
  // Imported under a new name each time, so that it runs again.
  await import(`./test.mjs?${what}`);
  if (process.exitCode) process.exit();
};
if (values.record) await run('record', 'test/events/story');
await run(values.release ? 'release' : 'write', 'test/events/docs');
// After the schemas: what is published of the histories has to fit them.
if (values.refold) await run('refold', 'test/events/golden');
