import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCsd, readAuthorities, type Csd, type Trust } from '#cfdi';
import { BUILT_IN } from '#fiscal/trust/roots/built-in';
import { SatCertificates } from '#fiscal/trust/pac-certificates';
import { loadConfig, StartupError, type Config } from '#hosting';
import { exitWithSentence } from '#hosting/runtime/exit';
import { systemNow } from '#kernel';
import { makePac, satAuthority, type PacParts, type RealPac } from '#pac';
import { checkPac } from './check.js';
import { isTestAddress, readOptions, REAL_STAMP, type CheckOptions } from './options.js';

const PAUSE_MS = 15_000;
const say = (line: string): void => console.log(line);

/** `npm run pac:check`: what a PAC really does with our documents and with an account's credentials. */
await exitWithSentence(async () => {
  const options = readOptions(process.argv.slice(2));
  const config = loadConfig(process.env);
  const { url } = config.pacs[options.pac];
  const isTest = isTestAddress(url);
  const csd = await openFiles(options);
  say(`PAC ${options.pac} at ${url}; issuer ${csd.rfc}, CSD ${csd.noCertificado}.`);
  say(isTest ? 'A test address: nothing has a fiscal effect.' : REAL_STAMP);
  if (!isTest && !options.yes) throw new StartupError('Nothing was sent. Add --yes to go on.');
  const isWell = await checkPac({
    ...{ pac: await openPac(options, config, isTest), csd, document: options, now: systemNow, say },
    pause: () => sleep(PAUSE_MS),
  });
  say(isWell ? 'All as it has to be.' : 'Not all was as it has to be: see FAILED above.');
  process.exitCode = isWell ? 0 : 1;
});

async function openFiles({ cer, key, password }: CheckOptions): Promise<Csd> {
  const read = (path: string): Promise<Buffer> =>
    readFile(path).catch(() => {
      throw new StartupError(`${path} can't be read.`);
    });
  const opened = openCsd({ cer: await read(cer), key: await read(key), password, at: systemNow() });
  if (!opened.ok) throw new StartupError(`The CSD can't be used: ${opened.refusal.code}.`);
  return opened.value;
}

/** The authorities of TIMBRA_SAT_ROOTS, or those that come with Timbra. */
async function rootsOf(path: string | undefined): Promise<Trust> {
  if (path === undefined) return { live: BUILT_IN, sandbox: [] };
  const read = readAuthorities(await readFile(path, 'latin1').catch(() => ''));
  if ('problem' in read) throw new StartupError(`TIMBRA_SAT_ROOTS: the file ${path} ${read.problem}.`);
  return { live: read.certificates, sandbox: [] };
}

/** Certificates and status come from the SAT itself, as in the service; nothing is kept. */
async function openPac(
  { pac }: CheckOptions,
  { pacs, sat, satRoots }: Config,
  sandbox: boolean,
): Promise<RealPac> {
  const { timeoutMs } = pacs;
  const roots = await rootsOf(satRoots);
  const tell = (_fields: unknown, text?: string): void => say(`   (${text ?? ''})`);
  const certificates = new SatCertificates({
    ...{ url: sat.certificatesUrl, timeoutMs, log: { warn: tell, error: tell } },
    trust: { trust: async () => roots },
    rows: { read: async () => undefined, keep: async () => undefined },
  });
  const parts: PacParts = {
    certificates: sandbox ? certificates.ofSandbox : certificates,
    authority: satAuthority({ url: sat.statusUrl, timeoutMs, now: systemNow }),
    ...{ timeoutMs, sandbox, alarm: (_pac: string, what: string) => say(`   ALARM: ${what}`) },
  };
  switch (pac) {
    case 'sw':
      return makePac('sw', pacs.sw, parts);
    case 'finkok':
      return makePac('finkok', pacs.finkok, parts);
    case 'prodigia':
      return makePac('prodigia', pacs.prodigia, parts);
  }
}
