import type { Sealer } from '#cfdi';
import type { PacAccount, Unavailable } from './port.js';

/**
 * The manifest (carta manifiesto): an issuer says with its FIEL that it knows its provider, and that this one hands copies of its
 * documents to the tax authority. Each provider wants it once from each issuer, with a text and a service of its own.
 */

/** A FIEL that signs here: its key stays in this process. */
export type ManifestSigner = Sealer & {
  /** Of its holder, by the certificate. */
  readonly rfc: string;
  readonly nombre: string;
};

/** The files of a FIEL, as its holder has sent them with this very request to be handed on. */
export interface FielFiles {
  /** DER or PEM, and PKCS#8 under the password. */
  readonly cer: Buffer;
  readonly key: Buffer;
  readonly password: string;
}

/** Where the provider finds the issuer. */
export interface ManifestContact {
  /** The fiscal address in one line; empty where it is not known. */
  readonly address: string;
  /** Undefined where nobody gave one. */
  readonly email: string | undefined;
}

export interface ManifestRequest {
  readonly account: PacAccount;
  readonly fiel: ManifestSigner;
  /**
   * Only for a provider that signs by itself (`signsWith` is `files`), and only files that came with this request. Undefined:
   * the FIEL is one that is kept, which never leaves.
   */
  readonly files: FielFiles | undefined;
  readonly contact: ManifestContact;
  /** The contract's text, of a provider that hands none out. */
  readonly text: string | undefined;
}

export type ManifestOutcome =
  | { readonly kind: 'signed' }
  /** The provider does not take the signature. `message` as it wrote it; `code` where it gave one. */
  | { readonly kind: 'refused'; readonly message: string; readonly code?: string }
  /** The provider signs by itself, and there are no files that may be handed on. */
  | { readonly kind: 'needs_files' }
  /** It wants the issuer's address of mail. */
  | { readonly kind: 'needs_email' }
  /** The installation lacks a setting, named here. */
  | { readonly kind: 'not_configured'; readonly setting: string }
  /** Certainly not signed. */
  | Unavailable
  /** Perhaps signed. Signing once more does no harm. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** What an issuer is about to sign: each document by its title, as plain text. */
export type ManifestTexts =
  | { readonly kind: 'texts'; readonly texts: readonly { readonly title: string; readonly text: string }[] }
  /** The provider shows its text to nobody before. */
  | { readonly kind: 'none' }
  | Exclude<ManifestOutcome, { readonly kind: 'signed' } | { readonly kind: 'unknown' }>;

/** Whose manifest is read. */
export interface ManifestReader {
  readonly rfc: string;
  readonly nombre: string;
  readonly contact: ManifestContact;
  readonly text: string | undefined;
}

/** The optional capability of a provider: manifests. */
export interface SignsManifests {
  /** `here`: what is signed is signed in this process. `files`: the provider wants the FIEL's files, and signs by itself. */
  readonly signsWith: 'here' | 'files';
  sign(request: ManifestRequest): Promise<ManifestOutcome>;
  /** The text that is signed. */
  read(reader: ManifestReader): Promise<ManifestTexts>;
}

/** What a provider says, as far as it may be shown. */
const MAX_TEXT = 500;
export const shownText = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
