/**
 * The secrets of an organization are destroyed, with the key that they were sealed by. No later attempt will meet them: a
 * command that meets this fault is refused, and not tried again.
 */
export class DataKeyDestroyed extends Error {
  constructor(organizationId: string) {
    super(`the secrets of organization ${organizationId} are destroyed`);
    this.name = 'DataKeyDestroyed';
  }
}
