import { ok, refuse, type Detail, type Refused, type Result, type Tenant } from '#kernel';
import { canIssue, pendingSteps, type Step } from '#answers';
import type { CertificateDoc, IssuerSnapshot, OrganizationDoc } from '#contracts';
import { isRegimeAllowed, parseRfc } from '#sat';

/**
 * The tax authority's public test taxpayers, used for an organization that has not given its own
 * fiscal data yet: Test works before that. One is a legal entity, one a natural person.
 */
const STAND_INS = {
  moral: { tax_id: 'EKU9003173C9', legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601', zip: '42501' },
  fisica: { tax_id: 'CACX7605101P8', legal_name: 'XOCHILT CASAS CHAVEZ', tax_system: '612', zip: '36257' },
} as const;

/** The organization as the issuer of what is not issued yet: in Live, a draft lacks what the organization lacks. */
export function draftIssuerOf(organization: OrganizationDoc, { livemode }: Tenant): IssuerSnapshot {
  const { legal, certificate } = organization;
  const { legal_name, tax_id, tax_system, address } = legal;
  if (legal_name && tax_id && tax_system && address.zip)
    return { legal_name, tax_id, tax_system, address, ...chosen(certificate) };
  if (livemode)
    return { legal_name: legal_name ?? '', tax_id: tax_id ?? '', tax_system: tax_system ?? '', address };
  const person = tax_id
    ? parseRfc(tax_id)?.person
    : tax_system && !isRegimeAllowed(tax_system, 'moral')
      ? 'fisica'
      : 'moral';
  const standIn = STAND_INS[person ?? 'moral'];
  return {
    legal_name: legal_name || standIn.legal_name,
    tax_id: tax_id || standIn.tax_id,
    tax_system: tax_system || standIn.tax_system,
    address: { ...address, zip: address.zip || standIn.zip },
    // A lent name is not the one that is certified.
    ...(legal_name && chosen(certificate)),
  };
}

/**
 * The organization as the issuer of an invoice. In Live nothing may be left to do (organization_incomplete, with each
 * step); in Test what is missing is lent by a test taxpayer of the same kind of person.
 *
 * @param now by which its certificate must not be over
 */
export function issuerOf(organization: OrganizationDoc, tenant: Tenant, now: Date): Result<IssuerSnapshot> {
  const steps = tenant.livemode ? pendingSteps(organization, now) : [];
  return canIssue(steps) ? ok(draftIssuerOf(organization, tenant)) : refuseIncomplete(steps);
}

const refuseIncomplete = (steps: readonly Step[]): Refused =>
  refuse('organization_incomplete', { details: steps.map(detailOf) });

const detailOf = ({ type, description: { es, en } }: Step): Detail => ({
  ...{ code: 'required', source: 'service', path: type },
  message: {
    es: `Paso pendiente de la organización: ${es}.`,
    en: `Pending step of the organization: ${en}.`,
  },
});

const chosen = ({ serial_number: certificate }: CertificateDoc): Pick<IssuerSnapshot, 'certificate'> =>
  certificate === null ? {} : { certificate };
