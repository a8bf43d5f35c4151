import type { TestApp } from '../../support/app.js';
import { reached, type Reached } from './row.js';

/** Codes of organizations as such, and of their series. */

const NOBODY = '0123456789abcdef01234567';
async function withSeries(app: TestApp): Promise<{ path: string; key: string }> {
  const key = await app.newUser();
  const { id } = await app.newOrganization(key, 'De series');
  const path = `/organizations/${id}/series-group`;
  await app.post(path, { series: 'FAC', next_folio: 1, next_folio_test: 1 }, { key });
  return { path, key };
}

export const organizationCodes: readonly Reached[] = [
  reached('organization_not_found', 404, ({ app }) => ({
    request: `GET /organizations/${NOBODY}`,
    options: { key: app.demo.user_key },
  })),
  reached('series_already_exists', 409, async ({ app }) => {
    const { path, key } = await withSeries(app);
    const body = { series: 'FAC', next_folio: 1, next_folio_test: 1 };
    return { request: `POST ${path}`, body, options: { key } };
  }),
  reached('series_not_found', 404, async ({ app }) => {
    const { path, key } = await withSeries(app);
    return { request: `PUT ${path}/NADA`, body: { next_folio_test: 2 }, options: { key } };
  }),
];
