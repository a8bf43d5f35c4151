import { readFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { readAuthorities } from '#cfdi';

/**
 * The tax authority's certificates of production that come with Timbra: AC4 (its last certificates end in May 2027), AC5,
 * AC6 and AC7. Where they are from and how they were checked: ADR 69. `agencies.pem` beside them has those of the agency
 * that issued them (Banco de México's ARC): proof for the specs, trusted for nothing, since it issues banks' authorities too.
 */
export const BUILT_IN: readonly X509Certificate[] = read('authorities.pem');

/** The agency's certificates, which the built-in authorities were issued by. */
export const agencies = (): readonly X509Certificate[] => read('agencies.pem');

function read(file: string): readonly X509Certificate[] {
  const authorities = readAuthorities(readFileSync(new URL(file, import.meta.url), 'latin1'));
  if ('problem' in authorities) throw new Error(`${file} ${authorities.problem}`);
  return authorities.certificates;
}
