// npm run collection: the OpenAPI document as a collection of Postman's format, which Bruno and Insomnia import too: a folder
// for each tag, a request for each example, variables for the address and the key. check:api says when it is behind.
import { writeFile } from 'node:fs/promises';
import { COLLECTION, textOf } from './lib/api-collection.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { orFailure } from './lib/failure.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { makeDocument } from './lib/openapi.mjs';

await orFailure(async () => {
  await ensureInstalled();
  await ensureBuilt();
  await writeFile(COLLECTION, textOf(await makeDocument()));
  console.log(`${COLLECTION} has a request for each example.`);
});
