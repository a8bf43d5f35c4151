import type { DomainEvent } from '#kernel';

/** The name of this installation's own sandbox among PACs. */
export const SANDBOX_PAC = 'sandbox';

/** PACs that Timbra has adapters for, by the RFC that their stamps name (RfcProvCertif). */
const PACS_BY_RFC: Readonly<Record<string, string>> = {
  TSP261101TB0: SANDBOX_PAC,
  LSO1306189R5: 'sw',
  FIN1203015JA: 'finkok',
  PPD101129EA3: 'prodigia',
};

/** The PAC that stamped a document elsewhere; one that Timbra has no adapter for is called by its RFC. */
export const pacOfProvider = (rfc: string): string => PACS_BY_RFC[rfc] ?? rfc;

/** The PACs that an organization may have settings for. Each wants its manifest signed by each issuer. */
export const ORGANIZATION_PACS = ['sw', 'finkok', 'prodigia'] as const;
export type OrganizationPac = (typeof ORGANIZATION_PACS)[number];

export type OfPacs<Value> = { readonly [Name in OrganizationPac]?: Value };

/** Credentials of an account at each PAC, as its owner gives them. They travel sealed (`SealedUpload`) and lie in the vault of signing. */
export interface PacSecrets {
  readonly sw?: { readonly user: string; readonly password: string } | { readonly token: string };
  readonly finkok?: { readonly user: string; readonly password: string };
  readonly prodigia?: { readonly contract: string; readonly user: string; readonly password: string };
}

/** Credentials in use. */
export interface KeptCredentials {
  /** Under which they lie in the vault: it never stands for others. */
  readonly id: string;
  /** Of the user name, what may be shown; null where there is a token instead. */
  readonly user: string | null;
}

/** A manifest: the issuer says that it knows its PAC. `declared`: signed elsewhere, as somebody said. */
export interface Manifest {
  readonly signed: true;
  readonly by: 'declared' | 'signed_here';
  /** Instant, ISO 8601 in UTC. */
  readonly at: string;
  /** Number of the FIEL that signed, where it was signed here. */
  readonly certificate?: string;
}

/** A manifest that was signed here, with the FIEL of a number. */
export interface SignedHere {
  readonly by: 'signed_here';
  readonly certificate: string;
}

/** What is about to be signed, or read: whose manifest, at which PAC. */
export interface ManifestAsked {
  readonly pac: OrganizationPac;
  /** The organization's own: a FIEL of another one signs nothing. */
  readonly rfc: string;
  readonly legal_name: string;
  /** In one line; empty where it is not known. */
  readonly address: string;
  /** Where the PAC writes to; null where nobody gave one. */
  readonly email: string | null;
}

/** A document of a manifest, as plain text. */
export interface ManifestText {
  readonly title: string;
  readonly text: string;
}

/** What an organization has chosen of its PACs. */
export interface PacSettings {
  /** Of Live; empty: the installation's. */
  readonly order: readonly OrganizationPac[];
  /** Who stamps in Test: this installation's sandbox, or that of a PAC. */
  readonly pac: typeof SANDBOX_PAC | OrganizationPac;
  readonly credentials: OfPacs<KeptCredentials>;
  readonly manifests: OfPacs<Manifest>;
}

/** What is sent of them: what is absent stays. */
export interface PacSettingsInput {
  readonly order?: readonly OrganizationPac[];
  readonly pac?: PacSettings['pac'];
  /** They lie in the vault already; null: removed. */
  readonly credentials?: OfPacs<KeptCredentials | null>;
  /** False: it is not signed, whoever said so before. */
  readonly manifests?: OfPacs<'declared' | SignedHere | false>;
}

/** The installation's own accounts at PACs: what organizations stamp with that bring none. */
export interface InstalledPacs {
  /** Those that it has credentials for. */
  readonly accounts: readonly OrganizationPac[];
  /** Who stamps in Live for an organization without an order of its own (`TIMBRA_PACS`). */
  readonly order: readonly OrganizationPac[];
}

/** Credentials out of use. */
export interface DroppedCredentials {
  readonly pac: OrganizationPac;
  readonly id: string;
}

/** The settings in force after each change, all of them; `number` counts the changes, so that a late one is known as such. */
export type PacsInForce = PacSettings & { readonly number: number };

export type OrganizationPacsEvent =
  /** Names and choices. Credentials lie in the vault of signing, under the ids that are named here. */
  DomainEvent<'PacsSet', PacsInForce & { dropped: readonly DroppedCredentials[]; at: string }>;

/** What an organization has that never chose any. */
export const noPacs: PacsInForce = { number: 0, order: [], pac: SANDBOX_PAC, credentials: {}, manifests: {} };
