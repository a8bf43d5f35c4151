/** Whose data, and in which environment: every stream, row, file and message carries both. */
export interface Tenant {
  readonly organizationId: string;
  /** true: Live. false: Test, which has no fiscal validity. */
  readonly livemode: boolean;
}

export const sameTenant = (a: Tenant, b: Tenant): boolean =>
  a.organizationId === b.organizationId && a.livemode === b.livemode;
