import type { OrganizationDoc, OrganizationPacsEvent, PacsInForce } from '#contracts';
import { withSteps } from './organization-steps.js';

/** The document with other settings of PACs, and what follows from their manifests. */
export function withPacs(doc: OrganizationDoc, { data }: OrganizationPacsEvent): OrganizationDoc {
  const { number, order, pac, credentials, manifests } = data;
  const pacs: PacsInForce = { number, order, pac, credentials, manifests };
  return withSteps({ ...doc, pacs });
}
