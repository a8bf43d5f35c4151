import { join } from 'node:path';
import { root } from '../install.mjs';

/** The services that work on commands and events; the API comes after them. */
export const OTHERS = [
  ...['organizations', 'customers', 'invoicing', 'stamping', 'cancellation', 'notifications'],
  ...['webhooks', 'receipts', 'reception', 'publisher'],
];
export const GATEWAY = 'gateway';
/** Each is a process of its own. */
export const SERVICES = [...OTHERS, GATEWAY];

/** A process whose output matches it is up: services tell where their health is, the gateway where the API is. */
export const SAYS_WHERE = /(https?:\/\/[^\s/]+)/;

/** The bound of each process's heap, in MB, about half of its memory in deploy/kubernetes. */
const HEAP_MB = 320;
const HEAPS_MB = { gateway: 512, invoicing: 512, stamping: 512, notifications: 512, reception: 448 };

/** A program of the build, such as `apps/gateway/src/main`, as startChild takes it. */
export const programOf = (path, env, heapMb = HEAP_MB) => ({
  command: process.execPath,
  args: [`--max-old-space-size=${heapMb}`, join(root, 'dist', `${path}.js`)],
  env,
});

/**
 * A service as startChild takes it. Of settings that name one place, such as a port, only the gateway has the one that
 * was set; the others take any that is free.
 * @param env what all processes share, such as TIMBRA_KAFKA and keys, and the service's databases
 */
export const serviceProgram = (service, env) => {
  const own = service === GATEWAY ? {} : { TIMBRA_PORT: '0', TIMBRA_OPERATOR_PORT: '' };
  return programOf(`apps/${service}/src/main`, { ...env, ...own }, HEAPS_MB[service]);
};
