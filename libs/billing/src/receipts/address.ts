import type { Address, IssuerSnapshot } from '#contracts';

const NAMES = [
  'street',
  'exterior',
  'interior',
  'neighborhood',
  'city',
  'municipality',
  'zip',
  'state',
  'country',
] as const satisfies readonly (keyof Address)[];

/** Whether two places of expedition are one; null stands for the organization's own address. */
export function sameAddress(a: Address | null, b: Address | null, { address }: IssuerSnapshot): boolean {
  if (a === b) return true;
  const [one, other] = [a ?? address, b ?? address];
  return NAMES.every((name) => (one[name] ?? null) === (other[name] ?? null));
}
