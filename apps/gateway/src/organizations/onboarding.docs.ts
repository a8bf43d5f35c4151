import type { OperationDocs } from '../api-docs/types.js';
import { ORGANIZATION } from './organizations.docs.js';

export const onboardingDocs = {
  'POST /v2/organizations/:organization_id/onboarding-link': {
    id: 'createOnboardingLink',
    tag: 'Organizations',
    summary: 'Make a link to upload the CSD',
    description:
      'A page on which the issuer uploads its own CSD, so that the files and their password never pass through you. The address is shown this once and works for seven days and one upload; another link ends the one before. An organization has 50 links a day, then `rate_limit_exceeded`. Takes a Live key (`me` as the id) or a User key.',
    examples: { link: { summary: 'An empty body, or none', body: {} } },
    refusals: ORGANIZATION,
  },
} satisfies OperationDocs;
