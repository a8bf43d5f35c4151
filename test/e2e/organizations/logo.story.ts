import { Readable } from 'node:stream';
import { PNG } from 'pngjs';
import { badPictures } from '#apps/gateway/src/organizations/logo/testing-bad-pictures';
import { picture } from '#apps/gateway/src/organizations/logo/testing-pictures';
import { formWith, pngOf } from '../../support/pictures.js';
import { sdkVersions } from '../../sdk/clients.js';
import { startSmallApi, type SmallApi, type TestOrganization } from '../../support/small-api.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

let api: SmallApi;
let user: string;
let ours: TestOrganization;
let theirs: TestOrganization;

beforeAll(async () => {
  api = await startSmallApi();
  user = await api.newUser();
  ours = await api.newOrganization(user, 'Nuestra');
  theirs = await api.newOrganization(await api.newUser(), 'Ajena');
});
afterAll(() => api.close());

/** Uploads a form as the logo of an organization. */
async function upload(form: FormData, { key = user, id = ours.id, language = 'en' } = {}) {
  const response = await fetch(`${api.baseUrl}/organizations/${id}/logo`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'accept-language': language },
    body: form,
  });
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of all kinds
  return { status: response.status, body: (await response.json()) as any };
}
const logoOf = async (id = ours.id): Promise<string> =>
  (await api.call(user, `GET /organizations/${id}`)).body.logo_url as string;

describe('a logo', () => {
  it('is shown by every answer, under an address that works without a key', async () => {
    const { status, body } = await upload(formWith(pngOf('c81e1e')));
    expect([status, body.id, body.customization.has_logo]).toEqual([200, ours.id, true]);
    expect(body.logo_url).toMatch(/^http:\/\/localhost:\d+\/v2\/logos\/[0-9a-f]{24}\/[0-9a-f]{32}\.png$/);
    const { body: list } = await api.call(user, 'GET /organizations');
    expect(list.data[0].logo_url).toBe(body.logo_url);
    expect((await api.call(ours.testKey, 'GET /organizations/me')).body.logo_url).toBe(body.logo_url);
    const image = await fetch(body.logo_url as string);
    expect([image.status, image.headers.get('content-type'), image.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'public, max-age=31536000, immutable',
    ]);
    expect(image.headers.get('x-content-type-options')).toBe('nosniff');
    const { width, height, data } = PNG.sync.read(Buffer.from(await image.arrayBuffer()));
    expect([width, height, ...data.subarray(-4)]).toEqual([120, 60, 0xc8, 0x1e, 0x1e, 0xff]);
    expect((await fetch(body.logo_url as string, { method: 'HEAD' })).status).toBe(200);
  });

  it('is taken from every SDK, whatever they call it', async () => {
    for (const { version, connect } of sdkVersions) {
      const { organizations } = connect(user, api.baseUrl);
      const answer = await organizations.uploadLogo(ours.id, Readable.from([pngOf('a16207')]));
      expect([version, answer.customization.has_logo]).toEqual([version, true]);
    }
    expect((await api.sdk(user).organizations.uploadLogo(ours.id, pngOf('0f766e'))).logo_url).toBe(
      await logoOf(),
    );
    expect((await upload(formWith(picture('cmyk'), 'file', 'logo.jpg'))).body.logo_url).toMatch(/\.jpg$/);
    expect((await upload(formWith(pngOf('111111'), 'file', 'C:\\fakepath\\logo.exe'))).status).toBe(200);
  });

  it('sent again changes nothing', async () => {
    const count = async () =>
      (await api.runtime.store.read(`organization-${ours.id}`)).filter(({ type }) => type === 'LogoSet')
        .length;
    await upload(formWith(pngOf('222222')));
    const before = await count();
    const address = await logoOf();
    await upload(formWith(pngOf('222222')));
    expect([await count(), await logoOf()]).toEqual([before, address]);
  });

  it('stays at its address until ten others have come', async () => {
    const { id } = await api.newOrganization(user, 'Cambiante');
    await upload(formWith(pngOf('300000')), { id });
    const first = await logoOf(id);
    for (let n = 1; n <= 9; n += 1) await upload(formWith(pngOf(`30000${n}`)), { id });
    expect((await fetch(first)).status).toBe(200);
    await upload(formWith(pngOf('30000a')), { id });
    expect([(await fetch(first)).status, (await fetch(await logoOf(id))).status]).toEqual([404, 200]);
    await upload(formWith(pngOf('300000')), { id });
    expect([await logoOf(id), (await fetch(first)).status]).toEqual([first, 200]);
  });

  it('is one of those that were sent, where many are sent at once', async () => {
    const { id } = await api.newOrganization(user, 'Apurada');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => upload(formWith(pngOf(`4000${n + 10}`, 20, 20)), { id })),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect((await fetch(await logoOf(id))).status).toBe(200);
  });

  it('is sealed where it is stored, and no event has it', async () => {
    await upload(formWith(pngOf('505050')));
    const { rows } = await api.runtime.pool.query<{ bytes: Buffer | null; sealed: Buffer }>(
      `SELECT bytes, sealed FROM platform.contents WHERE organization_id = $1 AND key LIKE 'logo/%'`,
      [ours.id],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { bytes, sealed } of rows) expect([bytes, sealed.includes('IHDR')]).toEqual([null, false]);
    const { data } = (await api.runtime.store.read(`organization-${ours.id}`)).at(-1) ?? {};
    expect(Object.keys((data as { logo: object }).logo).sort()).toEqual([
      'bytes',
      'digest',
      'height',
      'type',
      'width',
    ]);
  });
});

describe('a logo is refused', () => {
  it.each(badPictures.map(([name, file, problem]) => ({ name, file, problem })))(
    '$name',
    async ({ file, problem }) => {
      const { status, body } = await upload(formWith(file));
      const code = file.length === 0 ? 'image_file_required' : 'invalid_image_file';
      expect([status, body.code, body.location, body.path]).toEqual([400, code, 'files', 'file']);
      if (problem === 'too_many_pixels') expect(body.message).toContain('10 megapixels');
    },
  );

  const two = formWith(pngOf('c81e1e'));
  two.append('file', new Blob([pngOf('c81e1e')]), 'b.png');
  const fields = new FormData();
  for (let n = 0; n < 11; n += 1) fields.append(`field${n}`, 'x');
  const beside = formWith(pngOf('c81e1e'));
  beside.set('color', '123456');
  it.each<[string, FormData, number, string, string | undefined]>([
    ['without anything', new FormData(), 400, 'image_file_required', 'file'],
    ['under another name', formWith(pngOf('c81e1e'), 'logo'), 400, 'image_file_required', 'file'],
    [
      'of 501 KB',
      formWith(Buffer.concat([pngOf('c81e1e'), Buffer.alloc(501 * 1024)])),
      413,
      'payload_too_large',
      'file',
    ],
    ['of 2 MB', formWith(Buffer.alloc(2_000_000)), 413, 'payload_too_large', undefined],
    ['twice', two, 413, 'multipart_limit_exceeded', 'file'],
    ['in very many parts', fields, 413, 'multipart_limit_exceeded', undefined],
    ['with something else', beside, 400, 'invalid_request', 'color'],
  ])('%s', async (_, form, status, code, path) => {
    const answer = await upload(form);
    expect([answer.status, answer.body.code, answer.body.path]).toEqual([status, code, path]);
  });

  it('in the language of its sender', async () => {
    const messages = await Promise.all(
      ['es', 'en'].map(
        async (language) => (await upload(formWith(Buffer.from('x')), { language })).body.message,
      ),
    );
    expect(messages).toEqual([
      'El archivo no es una imagen válida. Envíe un JPG o PNG (máximo 500 KB).',
      'The file is not a valid image. Send a JPG or PNG (maximum 500 KB).',
    ]);
  });

  it('of another’s organization, without a key, and with a key of another kind', async () => {
    const form = () => formWith(pngOf('c81e1e'));
    const answers = [
      await upload(form(), { id: theirs.id }),
      await upload(form(), { id: 'x' }),
      await upload(form(), { id: 'me' }),
      await upload(form(), { key: '' }),
      await upload(form(), { key: ours.testKey }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'organization_not_found'],
      [404, 'organization_not_found'],
      [404, 'organization_not_found'],
      [401, 'missing_credentials'],
      [403, 'live_api_key_required'],
    ]);
    expect((await api.call(theirs.testKey, 'GET /organizations/me')).body.customization.has_logo).toBe(false);
  });

  it('leaves the one before', async () => {
    const before = await logoOf();
    await upload(formWith(Buffer.from('x')));
    expect([await logoOf(), (await fetch(before)).status]).toEqual([before, 200]);
  });
});

describe('an address of a logo', () => {
  it('shows nothing of another organization, and nothing that is no logo', async () => {
    const [path = ''] = /\/[0-9a-f]{32}\.png$/.exec(await logoOf()) ?? [];
    for (const wrong of [
      `${theirs.id}${path}`,
      `${ours.id}/${'0'.repeat(32)}.png`,
      `${ours.id}/x.png`,
      `x${path}`,
    ]) {
      const { status, headers } = await fetch(`${api.baseUrl}/logos/${wrong}`);
      expect([wrong, status, headers.get('cache-control')]).toEqual([wrong, 404, 'no-store']);
    }
  });
});
