import type { Bilingual } from '#kernel';
import type { CertificateDoc, OrganizationDoc } from '#contracts';

/** What keeps an organization from issuing in Live. A logo never does. */
export type StepType = 'legal' | 'certificate' | 'manifiesto';

/** One thing to do before an organization can issue in Live. */
export interface Step {
  readonly type: StepType;
  readonly description: Bilingual;
  /** It is to be done, and yet the organization can issue. */
  readonly waits?: true;
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
const MANIFEST: Step = {
  type: 'manifiesto',
  description: {
    es: 'Firmar la carta manifiesto de cada PAC de la organización, o declarar que ya está firmada',
    en: 'Sign the manifest of each PAC of the organization, or declare that it is signed',
  },
};
const SPARE_MANIFEST: Step = {
  ...{ type: 'manifiesto', waits: true },
  description: {
    es: 'Firmar la carta manifiesto de los demás PAC de la organización: mientras tanto no la respaldan',
    en: 'Sign the manifest of the other PACs of the organization: until then they are no spares',
  },
};
const ALL = [LEGAL, CERTIFICATE, EXPIRED, FOR_TEST, MANIFEST, SPARE_MANIFEST];

type Judged = Pick<OrganizationDoc, 'legal' | 'certificate' | 'pacs'>;

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
  const manifest = manifestStep(judged.pacs);
  return [
    ...(isComplete(judged) ? [] : [LEGAL]),
    ...(certificate ? [certificate] : []),
    ...(manifest ? [manifest] : []),
  ];
}

/** Whether an organization that has these steps before it can issue in Live. */
export const canIssue = (steps: readonly Step[]): boolean => steps.every(({ waits }) => waits);

/**
 * Of an order of its own alone: where the installation's PACs stamp, their account answers for the manifests, or a refusal says
 * that one is missing. One signed manifest is enough to issue; who adds a spare does not stop its invoices.
 */
function manifestStep(pacs: OrganizationDoc['pacs']): Step | undefined {
  if (!pacs || pacs.order.every((name) => pacs.manifests[name])) return undefined;
  return pacs.order.some((name) => pacs.manifests[name]) ? SPARE_MANIFEST : MANIFEST;
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
    is_production_ready: canIssue(steps),
    pending_steps: steps.map(({ type, description }) => ({ type, description: description.es })),
  };
}

/** A step's description in English; documents have it in Spanish. */
export const stepInEnglish = (description: string): string =>
  ALL.find((step) => step.description.es === description)?.description.en ?? description;
