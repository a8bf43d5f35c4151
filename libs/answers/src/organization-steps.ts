import type { Bilingual } from '#kernel';
import type { OrganizationDoc, OrganizationLegal } from '#contracts';

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
const ALL = [LEGAL, CERTIFICATE, EXPIRED];

type Judged = Pick<OrganizationDoc, 'legal' | 'certificate'>;

/** The RFC is no part of it: in Live it comes with the certificate. */
const isComplete = ({ legal_name, tax_system, address }: OrganizationLegal): boolean =>
  legal_name !== null && tax_system !== null && address.zip !== null;

const isOver = (expiresAt: string | null, now: Date | undefined): boolean =>
  now !== undefined && expiresAt !== null && Date.parse(expiresAt) <= now.getTime();

/**
 * What an organization lacks before it can issue in Live: the one place that says so.
 *
 * @param now a certificate that is over by then counts as missing; absent where nobody can know, as in a stored row
 */
export function pendingSteps({ legal, certificate }: Judged, now?: Date): readonly Step[] {
  const steps: Step[] = isComplete(legal) ? [] : [LEGAL];
  if (!certificate.has_certificate) steps.push(CERTIFICATE);
  else if (isOver(certificate.expires_at, now)) steps.push(EXPIRED);
  return steps;
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
