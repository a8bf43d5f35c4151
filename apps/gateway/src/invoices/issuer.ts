import { ok, refuse, type Result, type Tenant } from '#kernel';
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

/**
 * The organization as the issuer of an invoice. In Live its fiscal data must be complete
 * (organization_incomplete); in Test what is missing is lent by a test taxpayer of the same kind of person.
 */
export function issuerOf({ legal, certificate }: OrganizationDoc, tenant: Tenant): Result<IssuerSnapshot> {
  const { legal_name, tax_id, tax_system, address } = legal;
  if (legal_name && tax_id && tax_system && address.zip)
    return ok({ legal_name, tax_id, tax_system, address, ...chosen(certificate) });
  if (tenant.livemode) return refuse('organization_incomplete');
  const person = tax_id
    ? parseRfc(tax_id)?.person
    : tax_system && !isRegimeAllowed(tax_system, 'moral')
      ? 'fisica'
      : 'moral';
  const standIn = STAND_INS[person ?? 'moral'];
  return ok({
    legal_name: legal_name || standIn.legal_name,
    tax_id: tax_id || standIn.tax_id,
    tax_system: tax_system || standIn.tax_system,
    address: { ...address, zip: address.zip || standIn.zip },
    // A lent name is not the one that is certified.
    ...(legal_name && chosen(certificate)),
  });
}

const chosen = ({ serial_number: certificate }: CertificateDoc): Pick<IssuerSnapshot, 'certificate'> =>
  certificate === null ? {} : { certificate };
