import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** The packages that we ship, by package-lock.json: what only development needs is none of them. */
export const shippedPackages = () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev, link, devOptional }]) => path !== '' && !dev && !link && !devOptional)
    .map(([path, { name, version, license }]) => ({
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
    }))
    .sort((one, other) => `${one.name}@${one.version}`.localeCompare(`${other.name}@${other.version}`, 'en'));
};
