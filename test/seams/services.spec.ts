import { describe, expect, it } from '@jest/globals';
import { allServices } from '#apps/standalone/src/services';
import { SERVICES as ROLES } from '#hosting/owners/services';
import { SERVICES, text } from '../deploy/project.js';

/** A service is named in several lists. Those of deploy/ have rules of their own (test/deploy). */

const sorted = (names: readonly string[]): string[] => [...names].sort();
/** Every service that the gateway, which is started by itself, needs beside it. */
const OTHERS = SERVICES.filter((name) => name !== 'gateway');
/** Takes no commands, so it has no module that the standalone application needs. */
const WITHOUT_COMMANDS = ['publisher'];

describe('every app that is a process is', () => {
  it('hosted by the standalone application (apps/standalone/src/services.ts)', () =>
    expect(sorted(allServices.map(({ name }) => name))).toEqual(SERVICES));

  it('given a database role (libs/hosting/src/owners/roles.ts)', () =>
    expect(sorted(ROLES)).toEqual(SERVICES));

  it('a project of Nest (nest-cli.json)', () => {
    const { projects } = JSON.parse(text('nest-cli.json')) as { projects: Record<string, { type: string }> };
    const apps = Object.keys(projects).filter((name) => projects[name]?.type === 'application');
    expect(sorted(apps)).toEqual(sorted([...SERVICES, 'standalone']));
  });

  it.each<[string, readonly string[], (name: string) => string]>([
    [
      'apps/standalone/src/standalone.module.ts',
      SERVICES.filter((name) => !WITHOUT_COMMANDS.includes(name)),
      (name) => `#apps/${name}/src/${name}.module'`,
    ],
    ['test/services/modules.int.spec.ts', OTHERS, (name) => `#apps/${name}/src/${name}.module'`],
    ['test/kafka/topology.ts', OTHERS, (name) => `'${name}'`],
    ['test/failures/world.ts', OTHERS, (name) => `'${name}'`],
    ['scripts/lib/distributed/services.mjs', SERVICES, (name) => `'${name}'`],
    ['deploy/README.md', SERVICES, (name) => `\`${name}\``],
  ])('named in %s', (file, names, as) => {
    const source = text(file);
    expect(names.filter((name) => !source.includes(as(name)))).toEqual([]);
  });
});
