// Writes the writers of CFDI 4.0 (libs/cfdi/src/document/generated) from its table. Run it when the table, the names of
// the model or the generator change, and commit the result. A spec compares the two.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNode } from './lib/command.mjs';
import { Failure, orFailure } from './lib/failure.mjs';
import { ensureInstalled, root } from './lib/install.mjs';

const FOLDER = 'libs/cfdi/src/document';

await orFailure(async () => {
  await ensureInstalled();
  // Types are not looked at: until it is done the old writers may not fit the new model.
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { code, output } = await runNode(
    [
      ...[tsc, `${FOLDER}/generator/index.ts`, '--ignoreConfig', '--noCheck', '--types', 'node'],
      ...['--module', 'nodenext', '--target', 'es2023', '--rootDir', '.', '--outDir', 'dist'],
    ],
    { cwd: root },
  );
  if (code !== 0) throw new Failure(output);
  const { writeWriters } = await import(join(root, 'dist', FOLDER, 'generator/index.js'));
  for (const [file, text] of Object.entries(writeWriters())) {
    await writeFile(join(root, FOLDER, 'generated', file), text);
    console.log(`${FOLDER}/generated/${file}`);
  }
});
