/** Properties and parameters that mean the same wherever they are; one that says more of itself keeps its own words. */
export const names: Readonly<Record<string, string>> = {
  id: 'Identifier: 24 hexadecimal characters',
  created_at: 'When it was created',
  livemode: 'Whether it is of Live; false: of Test',
  organization: 'Id of the organization that it belongs to',
  ok: 'Whether it was done',
};
