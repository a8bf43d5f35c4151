import { logoPath, type LogoPrint, type OrganizationDoc } from '#contracts';

/** The document with another logo. */
export const withLogo = (doc: OrganizationDoc, logo: LogoPrint): OrganizationDoc => ({
  ...doc,
  logo_url: logoPath(doc.id, logo),
  customization: { ...doc.customization, has_logo: true },
});
