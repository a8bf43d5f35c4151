import { refuse, refuseFields, type Detail, type Refused } from '#kernel';

/** Keys of catalogues have root codes of their own (specification, "Root codes"). */
const OF_CATALOGUES = [
  'product_key_not_found',
  'unit_key_not_found',
  'tariff_code_not_found',
  'invalid_country_code',
  'invalid_state_code',
] as const;

/** Refuses wrong fields: an unknown key alone by its own root code, anything else as invalid_request. */
export function refuseProblems(details: readonly Detail[]): Refused {
  const [first, ...others] = details;
  const root = OF_CATALOGUES.find((code) => code === first?.code);
  if (!root || !first || others.length > 0) return refuseFields(details);
  const { path = '', params = {} } = first;
  return refuse(root, { path, location: 'body', params, details });
}
