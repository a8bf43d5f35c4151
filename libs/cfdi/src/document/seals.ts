/** What a seal adds to the document's attributes. */
export interface Seals {
  /** 20 digits. */
  readonly noCertificado: string;
  /** The DER certificate in base64. */
  readonly certificado: string;
  readonly sello: string;
}
