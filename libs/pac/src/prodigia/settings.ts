/** How Prodigia is reached, under which contract and with whose credentials. */
export interface ProdigiaSettings {
  /** Of its REST services, such as https://timbrado.pade.mx/servicio/rest, without a slash at the end. */
  readonly url: string;
  readonly contract: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** Of the manifests' service (FirmarContrato), without a slash at the end. */
  readonly manifestUrl?: string;
}
