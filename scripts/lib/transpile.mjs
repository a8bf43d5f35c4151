import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from './install.mjs';

/**
 * Makes programs of folders below test, which the build leaves out: each file, but specs, becomes one below dist/test. Types are not
 * checked.
 */
export const transpileTests = (...folders) => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const compilerOptions = { ...options, module: ts.ModuleKind.ESNext, incremental: false, sourceMap: false };
  for (const folder of folders.map((name) => join('test', name)))
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('.spec.ts')) continue;
      const output = join(root, 'dist', folder, file.replace(/\.ts$/, '.js'));
      mkdirSync(dirname(output), { recursive: true });
      const source = readFileSync(join(root, folder, file), 'utf8');
      writeFileSync(output, ts.transpileModule(source, { compilerOptions }).outputText);
    }
};
