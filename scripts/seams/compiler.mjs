import { join, relative } from 'node:path';
import ts from 'typescript';

const optionsOf = (folder) => {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => fail(problem) };
  const changes = { noEmit: true, incremental: false };
  const parsed = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), changes, host);
  delete parsed.options.tsBuildInfoFile;
  return parsed;
};
const fail = ({ messageText }) => {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
};

/** Which files import a file, by path. */
const importersIn = (program, options, host) => {
  const importers = new Map();
  const cache = ts.createModuleResolutionCache(host.getCurrentDirectory(), (name) => name, options);
  const own = program.getSourceFiles().filter(({ fileName }) => !fileName.includes('/node_modules/'));
  for (const { fileName, text } of own) {
    for (const { fileName: name } of ts.preProcessFile(text).importedFiles) {
      const { resolvedModule } = ts.resolveModuleName(
        ...[name, fileName, options, host, cache, undefined, ts.ModuleKind.ESNext],
      );
      const path = resolvedModule?.resolvedFileName;
      if (path) importers.set(path, [...(importers.get(path) ?? []), fileName]);
    }
  }
  return importers;
};

/** The files, those that import them, those that import those, and so on: nearest first. */
const withImporters = (paths, importers) => {
  const seen = new Set(paths);
  for (const path of seen) for (const importer of importers.get(path) ?? []) seen.add(importer);
  return [...seen];
};

/**
 * The compiler on a copy of the project, in this process: what has not changed is parsed once, and what cannot have
 * been touched by a change is not checked again.
 * @returns `{ check }`: the first error in files that changed and in all that import them (in everything, where no
 *   files are given), as `{ text, syntax }`; undefined where there is none
 */
export const openCompiler = (folder) => {
  const { options, fileNames } = optionsOf(folder);
  const host = ts.createCompilerHost(options, true);
  const parse = host.getSourceFile.bind(host);
  const parsed = new Map();
  const readCached = (path, ...rest) => {
    if (!parsed.has(path)) parsed.set(path, parse(path, ...rest));
    return parsed.get(path);
  };
  const clean = ts.createProgram(fileNames, options, { ...host, getSourceFile: readCached });
  const importers = importersIn(clean, options, host);

  const first = (program, paths) => {
    for (const path of paths) {
      const file = program.getSourceFile(path);
      if (file === undefined) continue;
      const [syntax] = program.getSyntacticDiagnostics(file);
      const problem = syntax ?? program.getSemanticDiagnostics(file)[0];
      if (problem === undefined) continue;
      const { line } = file.getLineAndCharacterOfPosition(problem.start ?? 0);
      const message = ts.flattenDiagnosticMessageText(problem.messageText, ' ').replace(/\s+/g, ' ');
      const text = `tsc, ${relative(folder, path)}:${line + 1} TS${problem.code} ${message.slice(0, 120)}`;
      return { text, syntax: syntax !== undefined };
    }
    return undefined;
  };

  const check = (changed) => {
    if (changed === undefined) return first(clean, fileNames);
    const paths = changed.map((file) => join(folder, file));
    const getSourceFile = (path, ...rest) =>
      paths.includes(path) ? parse(path, ...rest) : readCached(path, ...rest);
    const program = ts.createProgram(fileNames, options, { ...host, getSourceFile }, clean);
    return first(program, withImporters(paths, importers));
  };
  return { check };
};
