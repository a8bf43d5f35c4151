/** A secret key as events know it: enough to recognise it, nothing to use it with. */
export interface KeyPrint {
  readonly id: string;
  readonly hash: string;
  readonly first_12: string;
}
