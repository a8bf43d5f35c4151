import { parseArgs } from 'node:util';
import { PAC_NAMES, type PacName } from '#hosting/config/pacs';
import { StartupError } from '#hosting';

export const USAGE = `npm run pac:check -- PAC --cer FILE --key FILE --password WORD [--zip 06000] [--tax-system 601] [--yes]

PAC is ${PAC_NAMES.join(', ')}; its address and credentials are those of TIMBRA_SW_*, TIMBRA_FINKOK_* or TIMBRA_PRODIGIA_*.
Stamps one invoice of MXN 1.16 to the general public with this CSD, sends it again, and cancels it.
--zip         postal code of the place of issue (LugarExpedicion)
--tax-system  the issuer's tax regime; 601 for a company and 612 for a person where it is not given
--yes         also where it is a real stamp: it costs one, and exists for the SAT until it is cancelled`;

/** What is told before anything is sent to a real address. */
export const REAL_STAMP =
  'A REAL ADDRESS. The stamp costs one of the account and has fiscal effect: the SAT has this invoice as income of the ' +
  'issuer until it is cancelled, which is the last step, and it stays in its records as cancelled.';

export interface CheckOptions {
  readonly pac: PacName;
  readonly cer: string;
  readonly key: string;
  readonly password: string;
  readonly zip: string;
  readonly taxSystem: string | undefined;
  readonly yes: boolean;
}

/** Reads the command line. A wrong one is a StartupError with the usage, which repeats nothing of it. */
export function readOptions(args: readonly string[]): CheckOptions {
  const { values, positionals } = parse(args);
  const pac = PAC_NAMES.find((name) => name === positionals[0]);
  const { cer, key, password, zip = '06000', yes = false, 'tax-system': taxSystem } = values;
  if (!pac || positionals.length !== 1 || cer === undefined || key === undefined || password === undefined)
    throw new StartupError(USAGE);
  if (!/^\d{5}$/.test(zip)) throw new StartupError('--zip must have five digits.');
  if (taxSystem !== undefined && !/^6\d\d$/.test(taxSystem))
    throw new StartupError('--tax-system must be a key of c_RegimenFiscal, such as 601.');
  return { pac, cer, key, password, zip, taxSystem, yes };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ cer: text, key: text, password: text, zip: text, 'tax-system': text },
        yes: { type: 'boolean' },
      },
    });
  } catch {
    throw new StartupError(USAGE);
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** Where PACs let one try: nothing that is stamped there has a fiscal effect. */
const TEST_HOSTS = ['services.test.sw.com.mx', 'demo-facturacion.finkok.com', 'pruebas.pade.mx'];

/** Whether what is stamped there is only a test. */
export function isTestAddress(url: string): boolean {
  const { hostname } = new URL(url);
  return LOOPBACK.includes(hostname) || TEST_HOSTS.includes(hostname);
}
