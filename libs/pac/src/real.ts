import type { SignsManifests } from './manifest.js';
import type { Pac, PacAccount, PacCertificates, Unavailable } from './port.js';

/** What a probe of a provider saw. It stamps nothing and costs nothing. */
export type ProbeOutcome =
  | {
      readonly kind: 'well';
      /** What its account may still stamp; absent where the provider does not say, or sets no limit. */
      readonly stampsLeft?: number;
      /** Its clock less ours, in milliseconds, where it tells the time. */
      readonly clockAheadMs?: number;
    }
  /** Not reached, the account refused, closed for maintenance, or an answer that cannot be read. */
  | Unavailable;

/** Whether a provider knows an RFC as one that may receive invoices (L_RFC). */
export type TaxpayerOutcome = { readonly kind: 'listed' | 'not_listed' } | Unavailable;

/** A provider that stamps for real: beside the port it can be probed. */
export interface RealPac extends Pac {
  /** Is it there, does it take the account, is its clock right. Harmless. */
  probe(account: PacAccount): Promise<ProbeOutcome>;
  /** Asks its copy of the tax authority's list, where it has such a service. */
  taxpayer?(rfc: string): Promise<TaxpayerOutcome>;
  /** Has the issuers' manifests signed, where it has a service for them. */
  readonly manifests?: SignsManifests;
}

/** What every adapter needs beside its own settings. */
export interface PacParts {
  /** The certificates that stamps are verified with. */
  readonly certificates: PacCertificates;
  /** The tax authority's own status service: no provider is asked for it. */
  readonly authority: Pick<Pac, 'status'>;
  /** How long an answer is awaited. */
  readonly timeoutMs: number;
  /** The provider's own sandbox, which stamps with the tax authority's test RFC too (SPR190613I52). */
  readonly sandbox: boolean;
  /** The system's time where it is not given. */
  readonly now?: () => Date;
  /** Told of what must not happen and an operator has to see: a stamp of other bytes under our id. Without secrets. */
  readonly alarm?: (pac: string, what: string) => void;
}

/** The tax authority's test world stamps under this RFC, at every provider. */
export const TEST_PAC_RFC = 'SPR190613I52';

/** The provider's own RFC, and in its sandbox that of the test world. */
export const rfcsOf = (own: string, sandbox: boolean): readonly string[] =>
  sandbox ? [own, TEST_PAC_RFC] : [own];
