import { resolve } from 'node:path';
import { StartupError } from '../postgres/startup-error.js';
import { integer } from './integer.js';
import { safeUrl } from './safe-url.js';

/** The PACs that this version has adapters for. */
export const PAC_NAMES = ['sw', 'finkok', 'prodigia'] as const;
export type PacName = (typeof PAC_NAMES)[number];

/** What becomes of a stamp that a document has beside its own: it is cancelled (motive 02), or only reported. */
export type SurplusPolicy = 'cancel' | 'report';

export interface SwSettings {
  /** Stamping and cancellation (services.sw.com.mx), and administration (api.sw.com.mx). */
  readonly url: string;
  readonly apiUrl: string;
  /** User and password, or a token that lasts; none: only organizations with credentials of their own use it. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly token: string | undefined;
}

export interface FinkokSettings {
  readonly url: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** Of its manifests (Quadrum). */
  readonly manifestUrl: string;
  /** The integrator's number; undefined: no manifest can be signed. */
  readonly snid: string | undefined;
}

export interface ProdigiaSettings {
  readonly url: string;
  readonly contract: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** Of its manifests (FirmarContrato). */
  readonly manifestUrl: string;
  /** The file with the text of its manifest; undefined: none can be signed. */
  readonly manifestText: string | undefined;
}

/** The PACs of Live. Secrets are there only in processes that stamp and cancel. */
export interface PacsConfig {
  /** In which order they are asked, by name; none: nothing is issued in Live. */
  readonly order: readonly PacName[];
  readonly sw: SwSettings;
  readonly finkok: FinkokSettings;
  readonly prodigia: ProdigiaSettings;
  /** How long an answer is awaited. */
  readonly timeoutMs: number;
  /** How long a lost request may still be under way at a PAC, before its "not found" counts. */
  readonly settleMs: number;
  /** How far apart tries and questions are, at least. */
  readonly retryMs: number;
  readonly surplus: SurplusPolicy;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The real hosts. */
export const PAC_HOSTS = {
  sw: 'https://services.sw.com.mx',
  swApi: 'https://api.sw.com.mx',
  finkok: 'https://facturacion.finkok.com',
  prodigia: 'https://timbrado.pade.mx/servicio/rest',
  finkokManifest: 'https://manifiesto.cfdiquadrum.com.mx',
  prodigiaManifest: 'https://facturacion.pade.mx/PadeFirmadoApp-war/FirmarContrato',
} as const;

/** Reads TIMBRA_PACS and the variables of each PAC. A wrong one is a StartupError that does not repeat secrets. */
export function pacsConfig(env: Env): PacsConfig {
  return {
    order: pacNames(env),
    sw: {
      url: safeUrl(env, 'TIMBRA_SW_URL', PAC_HOSTS.sw),
      apiUrl: safeUrl(env, 'TIMBRA_SW_API_URL', PAC_HOSTS.swApi),
      user: env.TIMBRA_SW_USER || undefined,
      password: env.TIMBRA_SW_PASSWORD || undefined,
      token: env.TIMBRA_SW_TOKEN || undefined,
    },
    finkok: {
      url: safeUrl(env, 'TIMBRA_FINKOK_URL', PAC_HOSTS.finkok),
      user: env.TIMBRA_FINKOK_USER || undefined,
      password: env.TIMBRA_FINKOK_PASSWORD || undefined,
      manifestUrl: safeUrl(env, 'TIMBRA_FINKOK_MANIFEST_URL', PAC_HOSTS.finkokManifest),
      snid: env.TIMBRA_FINKOK_SNID || undefined,
    },
    prodigia: {
      url: safeUrl(env, 'TIMBRA_PRODIGIA_URL', PAC_HOSTS.prodigia),
      contract: env.TIMBRA_PRODIGIA_CONTRACT || undefined,
      user: env.TIMBRA_PRODIGIA_USER || undefined,
      password: env.TIMBRA_PRODIGIA_PASSWORD || undefined,
      manifestUrl: safeUrl(env, 'TIMBRA_PRODIGIA_MANIFEST_URL', PAC_HOSTS.prodigiaManifest),
      manifestText: env.TIMBRA_PRODIGIA_MANIFEST_TEXT
        ? resolve(env.TIMBRA_PRODIGIA_MANIFEST_TEXT)
        : undefined,
    },
    timeoutMs: integer(env, 'TIMBRA_PAC_TIMEOUT_MS', 60_000, 100, 600_000),
    settleMs: integer(env, 'TIMBRA_PAC_SETTLE_MS', 120_000, 0, 3_600_000),
    retryMs: integer(env, 'TIMBRA_PAC_RETRY_MS', 5_000, 10, 600_000),
    surplus: surplusPolicy(env.TIMBRA_PAC_SURPLUS || 'cancel'),
  };
}

/**
 * The order of TIMBRA_PACS, separated by commas. A name without an adapter, or one that comes twice, is a StartupError, at
 * once and not at the first invoice.
 */
function pacNames({ TIMBRA_PACS = '' }: Env): readonly PacName[] {
  const names = TIMBRA_PACS.split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  return names.map((name, index) => {
    const known = PAC_NAMES.find((one) => one === name);
    if (known === undefined)
      throw new StartupError(
        `TIMBRA_PACS names "${name.slice(0, 50)}": there are adapters for ${PAC_NAMES.join(', ')}.`,
      );
    if (names.indexOf(name) < index) throw new StartupError(`TIMBRA_PACS names "${name}" twice.`);
    return known;
  });
}

function surplusPolicy(text: string): SurplusPolicy {
  if (text === 'cancel' || text === 'report') return text;
  throw new StartupError('TIMBRA_PAC_SURPLUS must be cancel or report.');
}
