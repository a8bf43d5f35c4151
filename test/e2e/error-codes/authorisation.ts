import { addMember, suspendUser, type Person } from '../../support/people.js';
import { NOWHERE, reached, type Places, type Reached } from './row.js';

/** Codes of what people may not do. */

const member = ({ app }: Places): Promise<Person> =>
  addMember(app.runtime, app.demo.organization_id, { template: 'org-readonly' });

export const authorisationCodes: readonly Reached[] = [
  reached('user_suspended', 403, async (places) => {
    const { key, userId } = await member(places);
    await suspendUser(places.app.runtime, userId);
    return { request: 'GET /organizations', options: { key } };
  }),
  reached('forbidden', 403, async (places) => {
    const { key } = await member(places);
    return {
      request: `GET /organizations/${places.app.demo.organization_id}/apikeys/live`,
      options: { key },
    };
  }),
  reached(
    'organization_id_required',
    400,
    ({ app }) => ({ request: 'GET /invoices', options: { key: app.demo.user_key } }),
    'x-organization-id',
  ),
  reached(
    'organization_id_not_allowed',
    400,
    ({ app }) => ({
      request: 'GET /invoices',
      options: { key: app.demo.user_key, headers: { 'x-organization-id': NOWHERE } },
    }),
    'x-organization-id',
  ),
];
