import type { OrganizationDoc } from '#contracts';

/** An organization with the whole address of its logo: the read model knows its path alone. */
export const withPublicLogo = (doc: OrganizationDoc, base: string): OrganizationDoc =>
  doc.logo_url?.startsWith('/') ? { ...doc, logo_url: base + doc.logo_url } : doc;

/**
 * The same of the JSON text of an organization. A text with quotes in it has them escaped, so nothing that somebody wrote
 * can look like the field.
 */
export const textWithPublicLogo = (json: string, base: string): string =>
  json.replace(/"logo_url":\s*"(?=\/)/, (field) => field + base);
