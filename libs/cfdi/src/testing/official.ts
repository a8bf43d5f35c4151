import { afterAll } from '@jest/globals';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasMaterial, MATERIAL } from './certificates.js';
import type { KeysOf } from './keys.js';

/**
 * The tax authority's own schemas and stylesheets, run by xmllint and xsltproc over what we write. They lie outside of
 * the project (SAT_MATERIAL, or ../shared/sat); specs say so and skip where they or the tools are missing.
 */
const hasTools = ['xmllint', 'xsltproc', 'openssl', 'xxd'].every(
  (tool) => spawnSync(tool, ['--version']).error === undefined,
);
export const officialReady = hasMaterial && hasTools;

/** Says why nothing is run; not through the console, since jest drops what a wholly skipped file says. */
export function sayWhatIsMissing(what: string): void {
  if (officialReady) return;
  const missing = hasMaterial
    ? 'xmllint, xsltproc, openssl or xxd'
    : `the tax authority's material (${MATERIAL})`;
  process.stderr.write(`libs/cfdi: ${what} is not run, without ${missing}\n`);
}

const SCHEMAS = join(MATERIAL, 'schemas');
const XSLT = join(SCHEMAS, 'xslt10/www.sat.gob.mx');
export const CFDI_XSLT = join(XSLT, 'sitio_internet/cfd/4/cadenaoriginal_4_0/cadenaoriginal_4_0.xslt');
export const RETENCIONES_XSLT = join(XSLT, 'esquemas/retencionpago/2/retenciones.xslt');
export const TFD_XSLT = join(XSLT, 'sitio_internet/cfd/TimbreFiscalDigital/cadenaoriginal_TFD_1_1.xslt');
const XSD = join(SCHEMAS, 'cfdi40-all-light.xsd');

/** Puts documents into files for the tools, which are removed after the tests of the `describe` that it is called in. */
export function createFileWriter(): (xml: string) => string {
  let folder: string | undefined;
  let last = 0;
  afterAll(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });
  return (xml) => {
    folder ??= mkdtempSync(join(tmpdir(), 'cfdi-oficial-'));
    const file = join(folder, `${(last += 1)}.xml`);
    writeFileSync(file, xml);
    return file;
  };
}

/** What the schema says of the files: nothing where all are valid. */
export function findComplaints(files: readonly string[]): string[] {
  const { stderr } = spawnSync('xmllint', ['--huge', '--nonet', '--noout', '--schema', XSD, ...files], {
    maxBuffer: 1 << 28,
  });
  return stderr
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith(' validates'));
}

/** The cadenas originales of the files that a stylesheet makes, one after the other. */
export const computeOfficialCadenas = (xslt: string, files: readonly string[]): string =>
  execFileSync('xsltproc', ['--huge', '--nonet', xslt, ...files], {
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).toString();

/** What the material's own script says of files that do not pass: XSD, sello over the stylesheet's cadena, certificate. */
export async function verifyFiles(files: readonly string[]): Promise<string[]> {
  const failures: string[] = [];
  const queue = [...files];
  const work = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const name = file;
      await new Promise<void>((settle) => {
        const options = { env: { ...process.env, LIGHT: '1' } };
        execFile('bash', [join(MATERIAL, 'verify-cfdi.sh'), name], options, (error, stdout) => {
          if (error) failures.push(`${name}: ${stdout}`);
          settle();
        });
      });
    }
  };
  await Promise.all([work(), work()]);
  return failures;
}

/** The keys that a schema enumerates for one of its catalogues; none where it only has a form. */
export function readEnumeration(schema: string, catalogue: string): readonly string[] {
  const file = join(SCHEMAS, 'sat-light', schema.replace(/^https?:\/\//, ''));
  const xsd = readFileSync(file, 'utf8');
  const prefix = new RegExp(`"(\\w+):${catalogue}"`).exec(xsd)?.[1];
  const namespace = prefix && new RegExp(`xmlns:${prefix}="([^"]+)"`).exec(xsd)?.[1];
  const tag = namespace && xsd.match(/<xs:import [^>]*>/g)?.find((one) => one.includes(`"${namespace}"`));
  const location = tag && /schemaLocation="([^"]+)"/.exec(tag)?.[1];
  if (!location) return [];
  const other = location.startsWith('http')
    ? join(SCHEMAS, 'sat-light', location.replace(/^https?:\/\//, ''))
    : join(file, '..', location);
  if (!existsSync(other)) return [];
  const type = new RegExp(`<xs:simpleType name="${catalogue}">(.*?)</xs:simpleType>`, 's').exec(
    readFileSync(other, 'utf8'),
  )?.[1];
  return [...(type ?? '').matchAll(/<xs:enumeration value="([^"]*)"/g)].map(([, value]) => value as string);
}

/** Keys for test documents by the schemas alone. */
export const officialKeys: KeysOf = (catalogue, { schema }) =>
  // The light schema knows no small letters in units, the catalogue does.
  catalogue === 'c_ClaveUnidad' ? ['H87', 'E48', 'KGM'] : readEnumeration(schema, catalogue);
