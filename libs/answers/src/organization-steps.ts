import type { Bilingual } from '#kernel';
import type { CertificateDoc, OrganizationDoc } from '#contracts';

/** What keeps an organization from issuing in Live. A logo never does. */
export type StepType = 'legal' | 'certificate';

/** One thing to do before an organization can issue in Live. */
export interface Step {
  readonly type: StepType;
  readonly description: Bilingual;
}

const LEGAL: Step = {
  type: 'legal',
  description: {
    es: 'Completar los datos fiscales de la organización',
    en: 'Complete the fiscal data of the organization',
  },
};
const CERTIFICATE: Step = {
  type: 'certificate',
  description: {
    es: 'Subir el Certificado de Sello Digital (CSD)',
    en: 'Upload the digital seal certificate (CSD)',
  },
};
const EXPIRED: Step = {
  type: 'certificate',
  description: {
    es: 'Subir un Certificado de Sello Digital (CSD) vigente: el actual ya venció',
    en: 'Upload a digital seal certificate (CSD) in force: the present one has expired',
  },
};
const FOR_TEST: Step = {
  type: 'certificate',
  description: {
    es: 'Subir un Certificado de Sello Digital (CSD) de producción: el actual es de pruebas',
    en: 'Upload a digital seal certificate (CSD) of production: the present one is a test certificate',
  },
};
const ALL = [LEGAL, CERTIFICATE, EXPIRED, FOR_TEST];

type Judged = Pick<OrganizationDoc, 'legal' | 'certificate'>;

/** The RFC comes with the certificate: before that nobody has to give it. */
const isComplete = ({ legal, certificate }: Judged): boolean =>
  legal.legal_name !== null &&
  legal.tax_system !== null &&
  legal.address.zip !== null &&
  (legal.tax_id !== null || !certificate.has_certificate);

const isOver = (expiresAt: string | null, now: Date | undefined): boolean =>
  now !== undefined && expiresAt !== null && Date.parse(expiresAt) <= now.getTime();

/**
 * What an organization lacks before it can issue in Live: the one place that says so.
 *
 * @param now a certificate that is over by then counts as missing; absent where nobody can know, as in a stored row
 */
export function pendingSteps(judged: Judged, now?: Date): readonly Step[] {
  const certificate = certificateStep(judged.certificate, now);
  return [...(isComplete(judged) ? [] : [LEGAL]), ...(certificate ? [certificate] : [])];
}

function certificateStep(
  { has_certificate, expires_at, use }: CertificateDoc,
  now: Date | undefined,
): Step | undefined {
  if (!has_certificate) return CERTIFICATE;
  // Also where nobody knows what it is good for.
  if (use !== 'live') return FOR_TEST;
  return isOver(expires_at, now) ? EXPIRED : undefined;
}

/** An organization's document with its steps, and whether none is left: after each change of what they follow from. */
export function withSteps(doc: OrganizationDoc, now?: Date): OrganizationDoc {
  const steps = pendingSteps(doc, now);
  return {
    ...doc,
    is_production_ready: steps.length === 0,
    pending_steps: steps.map(({ type, description }) => ({ type, description: description.es })),
  };
}

/** A step's description in English; documents have it in Spanish. */
export const stepInEnglish = (description: string): string =>
  ALL.find((step) => step.description.es === description)?.description.en ?? description;
