// Where the names of package.json's `imports` lead in the sources: `#kernel` is dist/libs/kernel/src there, and
// libs/kernel/src here. For tools that follow imports (.dependency-cruiser.cjs, scripts/architecture-picture.mjs).
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');
const { imports } = require(join(root, 'package.json'));

exports.alias = Object.fromEntries(
  Object.entries(imports)
    .filter(([name]) => name.endsWith('/*'))
    .map(([name, target]) => [name.slice(0, -2), join(root, target.split('/*')[0].replace('./dist/', ''))]),
);

// The form of a bundler's configuration, which dependency-cruiser reads.
exports.resolve = { alias: exports.alias };
