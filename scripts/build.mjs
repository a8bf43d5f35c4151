import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { orFailure } from './lib/failure.mjs';

await orFailure(async () => {
  await ensureInstalled();
  await build();
});
