import { StartupError } from '../postgres/startup-error.js';

/** Providers of Live that this version has adapters for: none yet. */
const KNOWN: readonly string[] = [];

/**
 * Reads TIMBRA_PACS: the providers (PAC) that stamp in Live, in the order in which they are asked, separated by commas.
 * None: nothing is issued in Live. A name without an adapter is a StartupError, at once and not at the first invoice.
 */
export function pacNames({
  TIMBRA_PACS = '',
}: Readonly<Record<string, string | undefined>>): readonly string[] {
  const names = TIMBRA_PACS.split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const unknown = names.find((name) => !KNOWN.includes(name));
  if (unknown === undefined) return names;
  throw new StartupError(
    `TIMBRA_PACS names "${unknown.slice(0, 50)}": this version has no adapter for a PAC of Live yet. Leave it empty.`,
  );
}
