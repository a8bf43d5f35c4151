import { certificatesDocs } from '../../organizations/certificates.docs.js';
import { deletionDocs } from '../../organizations/deletion.docs.js';
import { logoDocs } from '../../organizations/logo/logo.docs.js';
import { onboardingDocs } from '../../organizations/onboarding.docs.js';
import { organizationsDocs } from '../../organizations/organizations.docs.js';
import { pacsDocs } from '../../organizations/pacs.docs.js';
import { seriesDocs } from '../../organizations/series.docs.js';
import { organizationSettingsDocs } from '../../organizations/settings.docs.js';
import { doubtsDocs } from '../../stamping/doubts.docs.js';
import type { OperationDocs } from '../types.js';

/** Organizations, their settings, and who stamps for them. */
export const organizations = {
  ...organizationsDocs,
  ...organizationSettingsDocs,
  ...certificatesDocs,
  ...onboardingDocs,
  ...seriesDocs,
  ...logoDocs,
  ...pacsDocs,
  ...doubtsDocs,
  ...deletionDocs,
} satisfies OperationDocs;
