import { createRequire } from 'node:module';

const TESTED = '2.2.4';

/**
 * The prototype of a class of kafkajs that it does not export, to be mended.
 * @param path of its module, `kafkajs/src/...`
 * @throws for another version: check against its sources what is still true of those who ask here
 */
export function prototypeOf<Prototype>(path: string): Prototype {
  const require = createRequire(import.meta.url);
  const { version } = require('kafkajs/package.json') as { version: string };
  if (version !== TESTED)
    throw new Error(`kafkajs ${version}: what libs/bus/src/kafka mends of it is written for ${TESTED}`);
  return (require(path) as { prototype: Prototype }).prototype;
}
