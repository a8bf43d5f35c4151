/**
 * A code of an error matrix, and where it is checked: by a rule, by the structure (the schema), with the certificate and
 * the seal, by the API alone, or not at all, which the note explains.
 */
export interface CodigoDeRegla {
  readonly codigo: string;
  readonly donde: 'regla' | 'estructura' | 'sello' | 'api' | 'no';
  readonly nota?: string;
}
