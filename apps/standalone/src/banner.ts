import { join } from 'node:path';
import type { Catalogues } from '#fiscal';
import type { Config } from '#hosting';
import type { Demo } from './demo.js';

export interface BannerParts {
  readonly config: Config;
  readonly catalogues: Pick<Catalogues, 'loaded'>;
  /** The folder of the logs of processes of their own; absent where one process writes them on its standard error. */
  readonly logs?: string;
  /** Whether a person reads it at a terminal. What goes to a file or a collector of logs stays there, for others too. */
  readonly terminal: boolean;
}

/**
 * What a newcomer sees once everything is up: where it is, and at a terminal the key and a request that works as
 * pasted.
 */
export function banner(demo: Demo, seconds: string, parts: BannerParts): string {
  const { config, catalogues, logs, terminal } = parts;
  const { dataDir, smtp } = config;
  const { base_url, test_key } = demo;
  const site = base_url.replace(/\/v2$/, '');
  // What is behind the # stays in the browser: the page opens with it, and no server or log sees it.
  const withKey = terminal ? `#${test_key}` : '';
  return `
  Timbra is ready (${seconds} s).

  API        ${base_url}
  Docs       ${site}/docs${withKey}
  Guides     ${site}/docs/guides
  Test key   ${terminal ? test_key : `in ${join(dataDir, 'demo.json')}`}
  Mails      ${smtp ? `to ${smtp.host}` : `${site}/mailbox${withKey}`}
  Data       ${dataDir}${logs === undefined ? '' : `\n  Logs       ${logs}`}
  Catalogues ${cataloguesLine(catalogues)}

${terminal ? firstInvoice(demo) : ''}  Ctrl-C stops it.
`;
}

const firstInvoice = ({ base_url, test_key }: Demo): string => `  Your first invoice:

curl -s ${base_url}/invoices \\
  -H "Authorization: Bearer ${test_key}" \\
  -H "Content-Type: application/json" \\
  -d '{
    "customer": {
      "legal_name": "UNIVERSIDAD ROBOTICA ESPAÑOLA",
      "tax_id": "URE180429TM6",
      "tax_system": "601",
      "address": { "zip": "86991" }
    },
    "items": [{ "quantity": 2, "product": { "description": "Ukelele", "product_key": "60131324", "price": 345.60 } }],
    "payment_form": "28"
  }'

`;

/** What keys of products, units, places and tariffs are checked by, and how to have it otherwise. */
function cataloguesLine({ loaded }: BannerParts['catalogues']): string {
  if (loaded.length === 0)
    return 'the built-in subset; for all of them: npm run catalogues -- load <file or folder> (docs/catalogues.md)';
  const rows = loaded.reduce((sum, one) => sum + one.rows, 0);
  return `${loaded.length} loaded, ${rows.toLocaleString('en-US')} rows`;
}
