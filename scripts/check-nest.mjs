// npm run check:nest: Nest's own tools see the services. `nest build` compiles them by nest-cli.json, and `nest start` runs one,
// which says what it needs and ends.
import { join } from 'node:path';
import { runNode } from './lib/command.mjs';
import { Failure, orFailure } from './lib/failure.mjs';
import { ensureInstalled, root } from './lib/install.mjs';

const NEST = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
const NEEDS = 'needs DATABASE_URL';

await orFailure(async () => {
  await ensureInstalled();
  const { DATABASE_URL: _, ...env } = process.env;
  const nest = (...args) => runNode([NEST, ...args], { cwd: root, env });
  const built = await nest('build');
  if (built.code !== 0) throw new Failure(`nest build failed:\n${built.output}`);
  const { output } = await nest('start', 'invoicing');
  if (!output.includes(NEEDS))
    throw new Failure(`nest start invoicing did not come to its first sentence:\n${output}`);
  console.log('nest build and nest start work.');
});
