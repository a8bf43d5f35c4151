// npm run docs:picture [-- --check]: draws in docs/architecture.md which folders of apps and libs import which, from the
// code. With --check it writes nothing and fails where the page says something else than the code.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cruise } from 'dependency-cruiser';
import { alias } from './lib/aliases.cjs';
import { Failure, orFailure } from './lib/failure.mjs';
import { root } from './lib/install.mjs';

const PAGE = 'docs/architecture.md';
const BEGIN = '<!-- who imports whom: npm run docs:picture writes this part -->';
const END = '<!-- end of who imports whom -->';

/** Not part of what runs: builds, tests, and the helpers of tests. */
const LEFT_OUT = '^(dist|bench|test)/|\\.spec\\.ts$|/testing';

/** `apps/<x>` or `libs/<x>` of a file; undefined for every other file. */
const folderOf = (path) => /^(?:apps|libs)\/[^/]+(?=\/)/.exec(path)?.[0];

/**
 * What each folder imports, types included, as a sorted map of sorted lists.
 * @throws {Failure} where an import does not lead to a file
 */
const importsByFolder = async () => {
  const options = {
    baseDir: root,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: LEFT_OUT },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  };
  const { output } = await cruise(['apps', 'libs'], options, { alias });
  const found = new Map();
  for (const { source, dependencies } of output.modules) {
    const folder = folderOf(source);
    if (!folder) continue;
    if (!found.has(folder)) found.set(folder, new Set());
    for (const { module, resolved, couldNotResolve } of dependencies) {
      if (couldNotResolve) throw new Failure(`${source} imports ${module}, which leads nowhere.`);
      const to = folderOf(resolved);
      if (to && to !== folder) found.get(folder).add(to);
    }
  }
  return new Map([...found].sort().map(([folder, names]) => [folder, [...names].sort()]));
};

/** Whether one folder imports another, directly or through others. */
const reaches = (imports, from, to, seen = new Set()) =>
  (imports.get(from) ?? []).some((next) => {
    if (next === to) return true;
    if (seen.has(next)) return false;
    seen.add(next);
    return reaches(imports, next, to, seen);
  });

/** The imports of a folder that do not follow from its others; those within a circle all stay. */
const essential = (imports, folder) => {
  const direct = imports.get(folder);
  return direct.filter(
    (to) => !direct.some((via) => via !== to && !reaches(imports, via, folder) && reaches(imports, via, to)),
  );
};

/** The part of the page between the markers: the picture, and below it every direct import. */
const draw = (imports) => {
  const idOf = (folder) => folder.replaceAll(/[^a-z0-9]/g, '_');
  const nodes = (kind) =>
    [...imports.keys()]
      .filter((folder) => folder.startsWith(`${kind}/`))
      .map((folder) => `    ${idOf(folder)}[${folder.slice(kind.length + 1)}]`);
  const arrows = [...imports.keys()].flatMap((folder) => {
    const targets = essential(imports, folder).map(idOf);
    return targets.length === 0 ? [] : [`  ${idOf(folder)} --> ${targets.join(' & ')}`];
  });
  const boxes = ['apps', 'libs'].flatMap((kind) => [`  subgraph ${kind}`, ...nodes(kind), '  end']);
  const list = [...imports].map(
    ([folder, names]) => `- \`${folder}\`: ${names.map((name) => `\`${name}\``).join(', ') || 'nothing'}`,
  );
  const picture = ['```mermaid', 'flowchart TB', ...boxes, ...arrows, '```'];
  return [...picture, '', 'All direct imports:', '', ...list].join('\n');
};

await orFailure(async () => {
  const { check } = parseArgs({ options: { check: { type: 'boolean' } } }).values;
  const page = await readFile(join(root, PAGE), 'utf8');
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Failure(`${PAGE} has no part between "${BEGIN}" and "${END}".`);
  const part = draw(await importsByFolder());
  const now = `${page.slice(0, begin + BEGIN.length)}\n\n${part}\n\n${page.slice(end)}`;
  if (now === page) return console.log(`${PAGE} shows what the code says.`);
  if (check) throw new Failure(`${PAGE} does not show what the code says: run "npm run docs:picture".`);
  await writeFile(join(root, PAGE), now);
  console.log(PAGE);
});
