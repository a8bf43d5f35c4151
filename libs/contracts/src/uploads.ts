/**
 * A private key (CSD, FIEL) or credential on its way from the gateway to the service that uses it: sealed by the gateway
 * to that service's public key. Whatever carries or stores it (Kafka, pending commands, dead letters, a dump of the
 * database) can't open it. A command that uploads has a field of this type, and never the files themselves.
 */
export interface SealedUpload {
  /** The pair that it is sealed to. */
  readonly key_id: string;
  /** Base64. */
  readonly sealed: string;
}

/** What an upload is bound to: it opens for this organization, environment and use alone. */
export const uploadContext = (
  organizationId: string,
  livemode: boolean,
  what: 'csd' | 'fiel' | 'pac-credentials' | 'manifest',
): string => `upload of ${what} for ${organizationId}/${livemode ? 'live' : 'test'}`;
