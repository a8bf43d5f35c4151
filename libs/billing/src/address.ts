import type { Address, AddressInput } from '#contracts';

/** Single spaces, none around; an empty text is nothing. */
export const tidy = (text: string | null | undefined): string | null =>
  text?.normalize('NFC').replace(/\s+/g, ' ').trim() || null;

/** An address as it will be: what was sent of it, and the rest as it is; null takes all of it away. */
export function mergeAddress(input: AddressInput | null | undefined, current: Address | undefined): Address {
  const part = (name: keyof Address) =>
    tidy(input === null ? null : input?.[name] === undefined ? current?.[name] : input[name]);
  return {
    street: part('street'),
    exterior: part('exterior'),
    interior: part('interior'),
    neighborhood: part('neighborhood'),
    city: part('city'),
    municipality: part('municipality'),
    zip: part('zip'),
    state: part('state'),
    country: part('country')?.toUpperCase() ?? 'MEX',
  };
}
