import { ok } from '#kernel';
import { Mailer } from '#apps/gateway/src/mailbox/mailer';
import { startSmallApi, type SmallApi, type TestOrganization } from '../../support/small-api.js';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '../../support/story.js';
import { countEvents, textOfEvents } from '../../support/events.js';
import { open, passDays, submit } from '../customers/hosted-page.js';

const email = 'ayuda@escuela.mx';

let api: SmallApi;
let user: string;
let ours: TestOrganization;
beforeAll(async () => {
  api = await startSmallApi();
  user = await api.newUser();
});
afterAll(() => api.close());
beforeEach(async () => {
  ours = await api.newOrganization(user, 'Escuela <Kemper>');
});
afterEach(() => {
  jest.restoreAllMocks();
});

const mailed = (standing: 'accepted' | 'refused' = 'accepted') =>
  jest.spyOn(api.get(Mailer), 'send').mockResolvedValue(ok(standing));
type Sent = ReturnType<typeof mailed>;
const linkOf = (send: Sent, index = 0): string => {
  const mail = send.mock.calls[index]?.[0];
  return mail?.template === 'support-email' ? mail.data.link : '';
};
const set = (body: object, language = 'es') =>
  api.call(user, `PUT /organizations/${ours.id}/self-invoice`, body, { 'accept-language': language });
const stateOf = async () => (await api.call(user, `GET /organizations/${ours.id}`)).body.self_invoice;

describe('a new support address', () => {
  it('is mailed a link, in the language of the request, that nothing else shows', async () => {
    const send = mailed();
    const { status, body } = await set({ support_email: email }, 'en');
    expect([status, body.self_invoice]).toEqual([
      200,
      { allowed_cfdi_uses: [], apply_resico_isr: false, support_email: email, support_email_verified: false },
    ]);
    expect(send.mock.calls).toHaveLength(1);
    expect(send.mock.calls[0]?.[0]).toMatchObject({
      ...{ template: 'support-email', to: [email], language: 'en', organization: { id: ours.id } },
      data: { email, link: expect.stringMatching(/^http:\/\/localhost:\d+\/support-email\/[0-9a-f]{40}$/) },
    });
    const key = linkOf(send).split('/').at(-1) ?? '?';
    const { rows } = await api.runtime.pool.query<{ found: string }>(
      'SELECT count(*) AS found FROM gateway.organizations o WHERE o::text LIKE $1',
      [`%${key}%`],
    );
    expect(await textOfEvents(api.runtime.store)).not.toContain(key);
    expect([rows[0]?.found, JSON.stringify(body).includes(key)]).toEqual(['0', false]);
  });

  it('is verified by the button of its page, not by looking at it', async () => {
    const send = mailed();
    await set({ support_email: email });
    const link = linkOf(send);
    const page = await open(link);
    expect(page.status).toBe(200);
    expect(page.html).toContain('Confirme su dirección');
    expect(page.html).toContain('Escuela &lt;Kemper&gt;');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await open(`${link}?lang=en`)).html).toContain('Confirm that it is mine');
    expect(await stateOf()).toMatchObject({ support_email_verified: false });
    const sent = await submit(link, {});
    expect([sent.status, sent.headers.get('location')]).toEqual([303, expect.stringContaining('lang=es')]);
    expect(await stateOf()).toMatchObject({ support_email: email, support_email_verified: true });
    expect((await open(link)).html).toContain('La dirección está confirmada');
    // Once more changes nothing.
    expect((await submit(link, {})).status).toBe(303);
    await set({ support_email: email });
    expect(send.mock.calls).toHaveLength(1);
    expect(await stateOf()).toMatchObject({ support_email_verified: true });
  });

  it('is verified once by many who press the button at the same time', async () => {
    const send = mailed();
    await set({ support_email: email });
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(linkOf(send), {})));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    const stream = `organization-${ours.id}`;
    expect(await countEvents(api.runtime.store, stream, 'SupportEmailVerified')).toBe(1);
  });

  it('is not verified by what another site makes a browser send', async () => {
    const send = mailed();
    await set({ support_email: email });
    const forged = await submit(linkOf(send), {}, { 'sec-fetch-site': 'cross-site' });
    expect(forged.status).toBe(403);
    expect(await stateOf()).toMatchObject({ support_email_verified: false });
  });
});

describe('the hosted pages of an organization', () => {
  const shown = async () => {
    const { body } = await api.call(ours.testKey, 'POST /customers?createEditLink=true', {});
    const { html } = await open(body.edit_link as string);
    return /mailto:([^"]+)/.exec(html)?.[1];
  };
  const ownersAddress = async () => {
    const { rows } = await api.runtime.pool.query<{ email: string }>(
      'SELECT u.email FROM gateway.users u JOIN gateway.organizations o ON u.id = ANY (o.user_ids) WHERE o.id = $1',
      [ours.id],
    );
    return rows[0]?.email;
  };

  it('show the owner’s address until the portal’s is verified, and again for another one', async () => {
    const send = mailed();
    expect(await shown()).toBe(await ownersAddress());
    await set({ support_email: email });
    expect(await shown()).toBe(await ownersAddress());
    await submit(linkOf(send), {});
    expect(await shown()).toBe(email);
    await set({ support_email: 'otra@escuela.mx' });
    expect(await shown()).toBe(await ownersAddress());
  });

  it('show the address of the fiscal data while the portal has none', async () => {
    mailed();
    const legal = {
      ...{
        name: 'Kemper',
        legal_name: 'ESCUELA KEMPER URGATE',
        tax_system: '601',
        address: { zip: '42501' },
      },
      support_email: 'fiscal@escuela.mx',
    };
    await api.call(user, `PUT /organizations/${ours.id}/legal`, legal);
    expect(await shown()).toBe('fiscal@escuela.mx');
    await set({ support_email: email });
    expect(await shown()).toBe(await ownersAddress());
  });
});

describe('a link that opens nothing', () => {
  it('is replaced by the next one, and by another address', async () => {
    const send = mailed();
    await set({ support_email: email });
    await set({ support_email: email });
    expect([(await open(linkOf(send))).status, (await open(linkOf(send, 1))).status]).toEqual([410, 200]);
    expect((await submit(linkOf(send), {})).status).toBe(410);
    await set({ support_email: 'otra@escuela.mx' });
    expect((await submit(linkOf(send, 1), {})).status).toBe(410);
    await set({ support_email: null });
    expect((await submit(linkOf(send, 2), {})).status).toBe(410);
    expect(await stateOf()).toMatchObject({ support_email: null, support_email_verified: false });
  });

  it('has expired after three days', async () => {
    const send = mailed();
    await set({ support_email: email });
    passDays(api, 3.1);
    const page = await open(linkOf(send));
    expect([page.status, page.html.includes('Este enlace venció')]).toEqual([410, true]);
    expect((await submit(linkOf(send), {})).status).toBe(410);
    expect(await stateOf()).toMatchObject({ support_email_verified: false });
  });

  it.each(['0'.repeat(40), 'x', '%00', "'--"])('was never made: %s', async (key) => {
    const base = api.baseUrl.replace('/v2', '');
    const page = await open(`${base}/support-email/${key}`);
    expect([page.status, page.html.includes('No encontramos este enlace')]).toEqual([404, true]);
    const json = await open(`${base}/support-email/${key}`, { accept: 'application/json' });
    expect(JSON.parse(json.html)).toMatchObject({ code: 'support_email_link_not_found', path: 'key' });
  });
});

describe('mails to support addresses', () => {
  it('are limited: the sixth within an hour is refused, and says when', async () => {
    const send = mailed();
    for (const n of [1, 2, 3, 4, 5])
      expect((await set({ support_email: `a${n}@escuela.mx` })).status).toBe(200);
    const sixth = await set({ support_email: 'a6@escuela.mx' });
    expect([sixth.status, sixth.body.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect(send.mock.calls).toHaveLength(5);
    expect(await stateOf()).toMatchObject({ support_email: 'a5@escuela.mx' });
    // Other settings need no mail.
    expect((await set({ apply_resico_isr: true })).status).toBe(200);
  });

  it('that the server refuses are told of', async () => {
    mailed('refused');
    const { status, body } = await set({ support_email: 'nadie@escuela.mx' }, 'en');
    expect([status, body.code, body.path]).toEqual([400, 'invalid_request', 'support_email']);
    expect(body.errors[0].message).toMatch(/mail server refused/);
    expect(await stateOf()).toMatchObject({
      support_email: 'nadie@escuela.mx',
      support_email_verified: false,
    });
  });
});
