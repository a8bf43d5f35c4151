// npm run doubles -- sw|finkok|prodigia|sat|all [--port n] [--world folder]: doubles of PACs and of the tax authority's
// services, each a program of its own (docs/contributing/doubles.md). They are tests: the build has none of them.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { ensureBuilt } from './lib/build.mjs';
import { orFailure } from './lib/failure.mjs';
import { ensureInstalled, root } from './lib/install.mjs';

await orFailure(async () => {
  await ensureInstalled(process.stderr);
  await ensureBuilt(process.stderr);
  const folder = join(root, 'test/doubles');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const compilerOptions = { ...options, module: ts.ModuleKind.ESNext, incremental: false, sourceMap: false };
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.spec.ts')) continue;
    const output = join(root, 'dist/test/doubles', file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(output), { recursive: true });
    const { outputText } = ts.transpileModule(readFileSync(join(folder, file), 'utf8'), { compilerOptions });
    writeFileSync(output, outputText);
  }
  await import(pathToFileURL(join(root, 'dist/test/doubles/main.js')).href);
});
