import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where the tax authority's own material may be: outside of the project, which does not need it. */
const MATERIAL = resolve(process.env['SAT_MATERIAL'] ?? '../shared/sat');
const TOOLS = ['xmllint', 'xsltproc', 'openssl', 'xxd'];
const missing = [
  ...(existsSync(join(MATERIAL, 'verify-cfdi.sh')) ? [] : [`the tax authority's material in ${MATERIAL}`]),
  ...TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined),
];

/** Whether documents can be checked with the tax authority's schemas and stylesheets. */
export const canVerify = missing.length === 0;
// Not through the console, which says nothing for a test that is skipped.
if (!canVerify)
  process.stderr.write(`test: the official check of documents is not run, without ${missing.join(', ')}\n`);

const run = (command: string, args: readonly string[]): Promise<string> =>
  new Promise((settle) =>
    execFile(command, args, { env: { ...process.env, LIGHT: '1' } }, (error, stdout, stderr) =>
      settle(error ? `${stdout}${stderr}`.trim() || error.message : ''),
    ),
  );

/**
 * Checks stamped documents with code that is not ours: XSD, sello, certificate number, and the stamp of the
 * provider whose DER certificate is given. Gives what is wrong, by name; nothing when all hold.
 */
export async function verifyDocuments(
  documents: Readonly<Record<string, string>>,
  pacCertificate: Buffer,
): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'timbra-verify-'));
  const failures: Record<string, string> = {};
  const queue = Object.entries(documents);
  const cer = join(folder, 'pac.cer');
  const work = async (worker: number): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, xml] = next;
      const file = join(folder, `${worker}.xml`);
      await writeFile(file, xml);
      const cfdi = await run('bash', [join(MATERIAL, 'verify-cfdi.sh'), file]);
      const tfd = await run('bash', [join(MATERIAL, 'verify-tfd.sh'), file, cer]);
      if (cfdi || tfd) failures[name] = `${cfdi}\n${tfd}`.trim();
    }
  };
  try {
    await writeFile(cer, pacCertificate);
    await Promise.all([work(1), work(2), work(3)]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return failures;
}

/** The value of an attribute of a document's root. */
export const rootAttribute = (xml: string, name: string): string | undefined =>
  new RegExp(`<cfdi:Comprobante[^>]* ${name}="([^"]*)"`).exec(xml)?.[1];
