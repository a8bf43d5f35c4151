import { certificatesDocs } from '../../organizations/certificates.docs.js';
import { organizationsDocs } from '../../organizations/organizations.docs.js';
import { pacsDocs } from '../../organizations/pacs.docs.js';
import { seriesDocs } from '../../organizations/series.docs.js';
import { settingsDocs } from '../../organizations/settings.docs.js';
import { doubtsDocs } from '../../stamping/doubts.docs.js';
import type { OperationDocs } from '../types.js';

/** Organizations, their settings. */
export const organizations = {
  ...organizationsDocs,
  ...settingsDocs,
  ...certificatesDocs,
  ...seriesDocs,
  ...pacsDocs,
  ...doubtsDocs,
} satisfies OperationDocs;
