/** Where the signed XML of a document lies that a supplier of the sandbox issued to a tenant, by the name of its stamping. */
export const suppliedKey = (requestId: string): string => `sandbox/supplied/${requestId}.xml`;
