// npm run licences: what we ship that is others', by licence, as a Markdown table. Fails where a package has a licence
// that is not on the list, or none: then somebody reads it, and adds it here or does without the package.
import { pathToFileURL } from 'node:url';
import { shippedPackages } from './lib/packages.mjs';

/** SPDX identifiers of licences that ask for no more than to be named and passed on. */
const ALLOWED = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  // Fonts: may be embedded in documents.
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'PSF-2.0',
]);

/** Whether an SPDX expression can be satisfied by allowed licences: one side of an OR, both of an AND. */
export const isAllowed = (expression) => {
  const tokens = expression?.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const either = () => {
    let holds = both();
    for (; tokens[at] === 'OR';) {
      at += 1;
      holds = both() || holds;
    }
    return holds;
  };
  const both = () => {
    let holds = one();
    for (; tokens[at] === 'AND';) {
      at += 1;
      holds = one() && holds;
    }
    return holds;
  };
  const one = () => {
    const token = tokens[at++];
    if (token !== '(') return ALLOWED.has(token);
    const holds = either();
    return tokens[at++] === ')' && holds;
  };
  return either() && at === tokens.length;
};

const report = () => {
  const packages = shippedPackages();
  const byLicence = new Map();
  for (const one of packages)
    byLicence.set(one.license ?? 'none', [...(byLicence.get(one.license ?? 'none') ?? []), one]);
  console.log('| licence | packages |\n| --- | --- |');
  for (const [licence, ones] of [...byLicence].sort(([a], [b]) => a.localeCompare(b, 'en')))
    console.log(`| ${licence} | ${ones.map(({ name, version }) => `${name} ${version}`).join(', ')} |`);
  const refused = packages.filter(({ license }) => !isAllowed(license));
  for (const { name, version, license } of refused)
    console.error(`${name} ${version} has the licence ${license ?? '(none)'}, which is not on the list.`);
  console.error(`${packages.length} packages, ${refused.length} with a licence that is not on the list`);
  process.exitCode = refused.length === 0 ? 0 : 1;
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) report();
