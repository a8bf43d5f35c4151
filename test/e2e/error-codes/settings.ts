import { newId } from '#kernel';
import type { TestApp } from '../../support/app.js';
import { latestMail } from '../../support/latest-mail.js';
import { reached, type Reached } from './row.js';

/** Codes of an organization's settings. */

const ME = (app: TestApp) => ({ id: app.demo.organization_id, key: app.demo.user_key });
const put = ({ app }: { app: TestApp }, setting: string, body: unknown) => {
  const { id, key } = ME(app);
  return { request: `PUT /organizations/${id}/${setting}`, body, options: { key } };
};
/** An organization of its own, which has no support address. */
const another = async (app: TestApp): Promise<string> => {
  const { body } = await app.api('POST', '/organizations', { name: 'Otra' }, { key: ME(app).key });
  return body.id as string;
};
const nowhere = (app: TestApp, page: string) =>
  `GET ${app.baseUrl.replace('/v2', '')}/${page}/${'0'.repeat(40)}`;

export const settingsCodes: readonly Reached[] = [
  reached(
    'organization_settings_invalid',
    400,
    (places) => put(places, 'self-invoice', { allowed_cfdi_uses: ['G99'] }),
    'allowed_cfdi_uses.0',
  ),
  reached(
    'organization_support_email_required',
    400,
    async ({ app }) => {
      const id = await another(app);
      const body = { domain: 'sin-correo' };
      return { request: `PUT /organizations/${id}/domain`, body, options: { key: ME(app).key } };
    },
    'support_email',
  ),
  reached(
    'organization_domain_unavailable',
    409,
    async (places) => {
      const { key } = ME(places.app);
      const id = await another(places.app);
      return { request: `PUT /organizations/${id}/domain`, body: { domain: 'mailbox' }, options: { key } };
    },
    'domain',
  ),
  reached(
    'organization_domain_change_not_allowed',
    409,
    async (places) => {
      const chosen = put(places, 'domain', { domain: 'elegido' });
      await places.app.api('PUT', chosen.request.replace('PUT ', ''), chosen.body, chosen.options);
      return put(places, 'domain', { domain: `otro-${newId()}` });
    },
    'domain',
  ),
  reached(
    'support_email_link_unavailable',
    410,
    // The one of the two that sends its mails nowhere.
    async ({ narrow }) => {
      const id = await another(narrow);
      const ask = () =>
        narrow.put(
          `/organizations/${id}/self-invoice`,
          { support_email: 'ayuda@example.com' },
          { key: ME(narrow).key },
        );
      await ask();
      const { text } = await latestMail(narrow);
      await ask();
      return { request: `GET ${/http\S+\/support-email\/\w+/.exec(text)?.[0] ?? ''}` };
    },
    'key',
  ),
  reached(
    'support_email_link_not_found',
    404,
    ({ app }) => ({ request: nowhere(app, 'support-email') }),
    'key',
  ),
  reached(
    'onboarding_link_unavailable',
    410,
    async ({ app }) => {
      const path = `/organizations/${await another(app)}/onboarding-link`;
      const { url } = await app.post(path, undefined, { key: ME(app).key });
      await app.post(path, undefined, { key: ME(app).key });
      return { request: `GET ${url}` };
    },
    'key',
  ),
  reached('manifesto_link_not_found', 404, ({ app }) => ({ request: nowhere(app, 'manifest') }), 'key'),
  reached('manifesto_not_available', 409, async ({ app }) => ({
    request: `POST /organizations/${await another(app)}/pacs/sw/manifest`,
    options: { key: ME(app).key },
  })),
  reached('onboarding_link_not_found', 404, ({ app }) => ({ request: nowhere(app, 'onboarding') }), 'key'),
];
