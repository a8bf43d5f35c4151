import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/** Longest name of the DNS. */
const LONGEST = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const NO_PART_OF_NAMES = /[\s/\\:?#@%[\]]/;

/**
 * Names that never lead here from outside (RFC 2606, 6761, 6762), and that services of an operator's own may have. Those
 * under `.test` and `.localhost` are for trying a portal out: browsers look for the latter on their own machine.
 */
const NOWHERE = new Set(['local', 'internal', 'invalid', 'onion', 'arpa']);

/** Whether a text may be a host that anybody in the world reaches: a name of several words, and no address. */
export const isHostName = (text: string): boolean =>
  text.includes('.') && isIP(text) === 0 && !text.startsWith('[');

/**
 * A host name as it is kept and compared: lower case, IDN as the DNS has it (`xn--`), without the dot at its end. Undefined
 * for what is none: an address, a name with a port or of one word, one that is only of a local network.
 */
export function writeHost(text: string): string | undefined {
  // Node would take the host out of what looks like more.
  if (NO_PART_OF_NAMES.test(text.trim())) return undefined;
  const name = domainToASCII(text.trim().toLowerCase().replace(/\.$/, ''));
  const labels = name.split('.');
  const last = labels.at(-1) ?? '';
  const fits = name.length <= LONGEST && labels.length > 1 && labels.every((label) => LABEL.test(label));
  return fits && isIP(name) === 0 && !/^\d+$/.test(last) && !NOWHERE.has(last) ? name : undefined;
}
