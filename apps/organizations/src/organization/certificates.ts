import { ok, refuse, type ErrorCode, type Result } from '#kernel';
import type {
  CertificateFacts,
  CertificateKind,
  OrganizationCertificateEvent,
  OrganizationLegal,
} from '#contracts';
import { trackCertificate, untrackCertificate, type Expiry } from './expiry.js';

/** A certificate in use. */
interface InUse {
  readonly serialNumber: string;
  readonly rfc: string;
}

export interface Certificates extends Readonly<Record<CertificateKind, InUse | null>> {
  /** Of the last CSD, also where that was removed. */
  readonly lastRfc: string | null;
}

/** What certificates are about in an organization. */
export interface Certified {
  readonly legal: OrganizationLegal;
  /** The RFC of its certificate, which fiscal data can't contradict; null while it has none. */
  readonly certifiedTaxId: string | null;
  /** What notices have to know of the certificates in use. */
  readonly expiry: Expiry;
  readonly certificates: Certificates;
}

export const noCertificates: Certificates = { csd: null, fiel: null, lastRfc: null };

export type CertificatesCommand =
  | {
      readonly type: 'set-certificate';
      readonly kind: CertificateKind;
      readonly facts: CertificateFacts;
      /** Whether a document of the organization was stamped in Live. */
      readonly stampedLive: boolean;
      readonly at: string;
    }
  | { readonly type: 'remove-certificate'; readonly kind: CertificateKind; readonly at: string };

type CommandOf<Type extends CertificatesCommand['type']> = Extract<CertificatesCommand, { type: Type }>;
type Decision = Result<readonly OrganizationCertificateEvent[]>;

export const decideCertificates = (command: CertificatesCommand, state: Certified): Decision =>
  command.type === 'set-certificate' ? set(command, state) : remove(command, state);

function set({ kind, facts, stampedLive, at }: CommandOf<'set-certificate'>, state: Certified): Decision {
  const problem = kind === 'csd' ? csdProblem(facts, state, stampedLive) : fielProblem(facts, state);
  if (problem) return refuse(problem, { location: 'files', path: 'cer' });
  const before = state.certificates[kind]?.serialNumber ?? null;
  const data = { ...facts, replaces: before === facts.serial_number ? null : before, at };
  return ok([kind === 'csd' ? { type: 'CertificateSet', data } : { type: 'FielSet', data }]);
}

/** What was stamped in Live stays with its RFC: nobody becomes another taxpayer by an upload. */
function csdProblem(
  { rfc }: CertificateFacts,
  { certificates: { fiel, lastRfc } }: Certified,
  stampedLive: boolean,
): ErrorCode | undefined {
  if (stampedLive && lastRfc !== null && lastRfc !== rfc) return 'certificate_previous_rfc_mismatch';
  return fiel !== null && fiel.rfc !== rfc ? 'certificate_fiel_rfc_mismatch' : undefined;
}

function fielProblem({ rfc }: CertificateFacts, { certificates, legal }: Certified): ErrorCode | undefined {
  const own = certificates.csd?.rfc ?? legal.tax_id;
  return own !== null && own !== rfc ? 'fiel_rfc_mismatch' : undefined;
}

function remove({ kind, at }: CommandOf<'remove-certificate'>, state: Certified): Decision {
  const inUse = state.certificates[kind];
  if (inUse === null) return ok([]);
  const data = { serial_number: inUse.serialNumber, rfc: inUse.rfc, at };
  return ok([kind === 'csd' ? { type: 'CertificateRemoved', data } : { type: 'FielRemoved', data }]);
}

export function evolveCertificates(state: Certified, event: OrganizationCertificateEvent): Certified {
  switch (event.type) {
    case 'CertificateSet': {
      const { rfc } = event.data;
      return {
        ...take(state, 'csd', event.data),
        ...{ certifiedTaxId: rfc, legal: { ...state.legal, tax_id: rfc } },
      };
    }
    case 'CertificateRemoved':
      return { ...drop(state, 'csd'), certifiedTaxId: null };
    case 'FielSet':
      return take(state, 'fiel', event.data);
    case 'FielRemoved':
      return drop(state, 'fiel');
  }
}

function take(state: Certified, kind: CertificateKind, facts: CertificateFacts): Certified {
  const { serial_number: serialNumber, rfc } = facts;
  return {
    ...state,
    certificates: {
      ...{ ...state.certificates, [kind]: { serialNumber, rfc } },
      ...(kind === 'csd' && { lastRfc: rfc }),
    },
    expiry: trackCertificate(state.expiry, kind, facts),
  };
}

const drop = (state: Certified, kind: CertificateKind): Certified => ({
  ...state,
  certificates: { ...state.certificates, [kind]: null },
  expiry: untrackCertificate(state.expiry, kind),
});
