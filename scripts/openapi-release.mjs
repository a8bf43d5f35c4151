// npm run openapi:release: what the document of this release promises to clients, into docs/openapi/released.json. check:api
// compares with it; so it is written when a release is made, or when somebody has decided to break clients.
import { writeFile } from 'node:fs/promises';
import { RELEASED, shapeOf } from './lib/api-changes.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { orFailure } from './lib/failure.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { makeDocument } from './lib/openapi.mjs';

await orFailure(async () => {
  await ensureInstalled();
  await ensureBuilt();
  await writeFile(RELEASED, `${JSON.stringify(shapeOf(await makeDocument()), undefined, 1)}\n`);
  console.log(`${RELEASED} has what this release promises.`);
});
