/** How Finkok is reached, and with whose credentials. */
export interface FinkokSettings {
  /** Such as https://facturacion.finkok.com, without a slash at the end. */
  readonly url: string;
  /** A user and its password, or a token of the panel in its place. */
  readonly user: string | undefined;
  readonly password: string | undefined;
}
