/** How Finkok is reached, and with whose credentials. */
export interface FinkokSettings {
  /** Such as https://facturacion.finkok.com, without a slash at the end. */
  readonly url: string;
  /** A user and its password, or a token of the panel in its place. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** Of the manifests' service, such as https://manifiesto.cfdiquadrum.com.mx, without a slash at the end. */
  readonly manifestUrl?: string;
  /** The integrator's number, under which manifests are signed; undefined: none can be. */
  readonly snid?: string | undefined;
}
