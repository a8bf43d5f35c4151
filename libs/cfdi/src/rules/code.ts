/**
 * A code of an error matrix, and where it is checked: by a rule, by the structure (the schema), with the certificate and
 * the seal, by the API alone, or not at all, which the note explains.
 */
export interface RuleCode {
  readonly code: string;
  readonly where: 'rule' | 'structure' | 'sello' | 'api' | 'no';
  readonly note?: string;
}
