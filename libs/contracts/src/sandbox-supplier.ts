/** Suppliers that the sandbox plays: they issue documents to an organization in Test, as others would. */

/** Documents of one call. */
export const MOST_SUPPLIED = 100;

export interface SandboxSupplier {
  readonly tax_id: string;
  readonly legal_name: string;
}

export interface SuppliedAsked {
  /** The organization, as it issues in Test. */
  readonly receiver: SandboxSupplier & { readonly tax_system: string; readonly zip: string };
  readonly supplier: SandboxSupplier;
  readonly quantity: number;
  /** Of each document, IVA included: decimal text. */
  readonly total: string;
  readonly payment_method: 'PUE' | 'PPD';
  /** Whether the receiver is asked before the supplier may cancel. */
  readonly acceptance: boolean;
  /** UUID of one of its invoices (PPD): then a payment (type P) of its whole total is issued, and nothing else. */
  readonly pays: string | null;
}

export interface SuppliedDocument {
  readonly uuid: string;
  readonly type: 'I' | 'P';
  readonly supplier: SandboxSupplier;
  /** Decimal text; of a payment what it pays. */
  readonly total: string;
  /** ISO 8601, UTC. */
  readonly stamped_at: string;
}
