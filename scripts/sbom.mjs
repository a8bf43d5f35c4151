// npm run sbom [-- FILE]: what we ship that is others', as CycloneDX, by npm itself from package-lock.json (no network):
// to dist/sbom.cdx.json by default. What the images add (Debian, Node, Chromium) their own scanners list.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { root } from './lib/install.mjs';
import { shippedPackages } from './lib/packages.mjs';

const FILE = resolve(root, process.argv[2] ?? 'dist/sbom.cdx.json');
const ARGS = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];

const { status, stdout, stderr } = spawnSync('npm', ARGS, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
assert.equal(status, 0, `npm sbom: ${stderr}`);
const whole = JSON.parse(stdout);
assert.equal(whole.bomFormat, 'CycloneDX');

// Of everything, since npm's own --omit=dev leaves out most of what shipped packages need.
const shipped = new Set(shippedPackages().map(({ name, version }) => `pkg:npm/${name}@${version}`));
const components = whole.components.filter(({ purl }) => shipped.has(decodeURIComponent(purl)));
const refs = new Set([whole.metadata.component, ...components].map((one) => one['bom-ref']));
const bom = {
  ...whole,
  // npm takes the folder's name.
  metadata: { ...whole.metadata, component: { ...whole.metadata.component, name: 'timbra' } },
  components,
  dependencies: whole.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
};
const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl)));
const missing = [...shipped].filter((purl) => !listed.has(purl));
assert.deepEqual(missing, [], 'packages that the list lacks');
const unhashed = components.filter(({ hashes }) => !hashes?.length).map(({ purl }) => purl);
assert.deepEqual(unhashed, [], 'components without a hash');

mkdirSync(dirname(FILE), { recursive: true });
writeFileSync(FILE, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${FILE}: CycloneDX ${bom.specVersion}, ${components.length} components, each with its hash`);
