import { join, resolve } from 'node:path';
import { integer } from './integer.js';
import { safeUrl } from './safe-url.js';

/** The tax authority's own services, and the lists that it publishes. */
export interface SatConfig {
  /** Where certificates are fetched by number: `<url>/000010/000005/…/<20 digits>.cer`. */
  readonly certificatesUrl: string;
  /** ConsultaCFDIService, which tells the status of a CFDI. */
  readonly statusUrl: string;
  /** One host for every step of the bulk download; undefined: the tax authority's hosts, which differ by step. */
  readonly downloadUrl: string | undefined;
  /** How long after a request for a bulk download it is looked at first, in milliseconds; later looks are multiples of it. */
  readonly downloadPauseMs: number;
  /** Files of the list of registered taxpayers (L_RFC), as one has them from the tax authority: `.txt` or `.gz`. */
  readonly lrfc: readonly string[];
  /** Files of the list of certificates and obligations (LCO). */
  readonly lco: readonly string[];
  /** The file of article 69-B, `Listado_completo_69-B.csv`. */
  readonly efos69b: readonly string[];
  /** Where lists are kept that are loaded: a folder in the data folder. */
  readonly listsDir: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The real addresses (shared by every installation, without any account). */
export const SAT_HOSTS = {
  certificates: 'https://rdc.sat.gob.mx/rccf',
  status: 'https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc',
} as const;

/** Reads TIMBRA_SAT_…; a wrong address is a StartupError. Whether the files can be read shows when they are loaded. */
export function satConfig(env: Env, dataDir: string): SatConfig {
  return {
    certificatesUrl: safeUrl(env, 'TIMBRA_SAT_CERTIFICATES_URL', SAT_HOSTS.certificates),
    statusUrl: safeUrl(env, 'TIMBRA_SAT_STATUS_URL', SAT_HOSTS.status),
    downloadUrl: env.TIMBRA_SAT_DOWNLOAD_URL ? safeUrl(env, 'TIMBRA_SAT_DOWNLOAD_URL', '') : undefined,
    downloadPauseMs: integer(env, 'TIMBRA_SAT_DOWNLOAD_PAUSE_MS', 60_000, 10, 3_600_000),
    lrfc: files(env.TIMBRA_SAT_LRFC),
    lco: files(env.TIMBRA_SAT_LCO),
    efos69b: files(env.TIMBRA_SAT_69B),
    listsDir: join(dataDir, 'lists'),
  };
}

/** Paths separated by commas: a list may come in several files. */
function files(text = ''): readonly string[] {
  return text
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
    .map((path) => resolve(path));
}
