import { readFile, stat } from 'node:fs/promises';
import type { X509Certificate } from 'node:crypto';
import { readAuthorities, readAuthority, type Trust } from '#cfdi';
import type { Logger } from '#hosting/logging/logger';
import { StartupError } from '#hosting/postgres/startup-error';
import { BUILT_IN } from './roots/built-in.js';

/** The authority's certificates have 2 kB each. */
const MAX_BYTES = 1024 * 1024;

interface Loaded {
  /** Which state of the file it was. */
  readonly version: string;
  readonly live: readonly X509Certificate[];
}

/**
 * The certificates of the tax authority that uploaded certificates and stamps are judged by: those that Timbra brings
 * along, or in their place the file that TIMBRA_SAT_ROOTS names. That is read again when it has changed, without a restart;
 * while what is there can't be used, the last ones that could stay in use, and the log says so.
 */
export class TrustStore {
  private loaded: Loaded | undefined;

  private constructor(
    private readonly path: string | undefined,
    private readonly sandbox: readonly X509Certificate[],
    private readonly log: Pick<Logger, 'error' | 'warn'>,
  ) {}

  /**
   * Opens the store. Without a path it trusts the built-in ones.
   * @throws {StartupError} where the file is missing, or is none of certificates that issue others
   */
  static async open(
    path: string | undefined,
    sandboxAuthority: Buffer,
    log: Pick<Logger, 'error' | 'warn'>,
  ): Promise<TrustStore> {
    const sandbox = readAuthority(sandboxAuthority);
    if (typeof sandbox === 'string') throw new Error(`the sandbox has ${sandbox}`);
    const store = new TrustStore(path, [sandbox], log);
    store.loaded = path === undefined ? { version: 'built in', live: BUILT_IN } : await load(path);
    return store;
  }

  /** Whom to trust now. */
  async trust(): Promise<Trust> {
    await this.refresh();
    return { live: this.loaded?.live ?? [], sandbox: this.sandbox };
  }

  /** The tax authority's certificates alone: what a stamp of Live is judged by. */
  async authorities(): Promise<readonly X509Certificate[]> {
    await this.refresh();
    return this.loaded?.live ?? [];
  }

  /** Tells the operator of a certificate that nobody known has issued: the tax authority may have a new one itself. */
  reportUnknown(noCertificado: string, issuer: string): void {
    this.log.warn({ noCertificado, issuer }, 'a certificate of an unknown issuer was refused');
  }

  private async refresh(): Promise<void> {
    const { path, loaded } = this;
    if (path === undefined) return;
    try {
      if ((await versionOf(path)) === loaded?.version) return;
      this.loaded = await load(path);
    } catch (error) {
      this.log.error({ err: error }, 'the certificates of the tax authority were not read again');
    }
  }
}

async function load(path: string): Promise<Loaded> {
  const refuse = (problem: string, cause?: unknown): never => {
    throw new StartupError(`TIMBRA_SAT_ROOTS: the file ${path} ${problem}.`, { cause });
  };
  // Before the content: a change in between is seen the next time.
  const version = await versionOf(path).catch((error: unknown) => refuse('cannot be read', error));
  if (Number(version.split('/')[0]) > MAX_BYTES) return refuse('is larger than 1 MB');
  const pem = await readFile(path, 'latin1').catch((error: unknown) => refuse('cannot be read', error));
  const read = readAuthorities(pem);
  if ('problem' in read) return refuse(read.problem);
  return { version, live: read.certificates };
}

/** Changes whenever the file is written, or replaced by another (as a mounted secret is). */
async function versionOf(path: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(path);
  return `${size}/${mtimeMs}/${ino}`;
}
