import { regimenesFiscales, sandboxRegister } from '#sat';
import { escuela, form, linkedBy, open, passDays, submit } from './hosted-page.js';
import { afterEach, beforeAll, describe, expect, it, jest } from '../../support/story.js';
import { api, call, ours, useTwoOrganizations } from '../surface/two-organizations.js';

/** The hosted page of an edit link, as a client without a browser meets it. */

useTwoOrganizations('Ferretería "El Tornillo" <b>');
let linked: ReturnType<typeof linkedBy>;
beforeAll(() => {
  linked = linkedBy(api, ours);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the page', () => {
  it('speaks the language of the browser, or the one it is switched to', async () => {
    const { edit_link } = await linked();
    const titles = await Promise.all(
      [
        open(edit_link),
        open(edit_link, { 'accept-language': 'en-US,en;q=0.9' }),
        open(`${edit_link}?lang=en`, { 'accept-language': 'es' }),
        open(`${edit_link}?lang=xx`, { 'accept-language': 'es-MX' }),
      ].map(async (page) => /<html lang="(..)">[^]*<h1>(.*?)<\/h1>/.exec((await page).html)?.slice(1)),
    );
    const es = ['es', 'Sus datos de facturación'];
    const en = ['en', 'Your invoicing details'];
    expect(titles).toEqual([es, en, en, es]);
  });

  it('keeps what was typed when the language is switched, and saves nothing', async () => {
    const { edit_link, id } = await linked();
    const { html } = await open(edit_link);
    expect(html).toContain('<form id="data" method="post"');
    expect(html).toMatch(/<button form="data" formaction="\?lang=en" name="language" value="en" lang="en">/);
    const typed = form({ tax_id: 'EKU90', phone: '55 5555' });
    const sendAgain = () => submit(`${edit_link}?lang=en`, { ...typed, language: 'en' });
    const switched = await sendAgain();
    expect([switched.status, /<h1>(.*?)</.exec(switched.html)?.[1]]).toEqual([200, 'Your invoicing details']);
    for (const value of Object.values(typed)) expect(switched.html).toContain(value);
    expect(switched.html).not.toContain('class="error"');
    expect((await call(`GET /customers/${id}`)).body).toMatchObject({ tax_id: null, phone: null });
    // It is no submit that is counted.
    const statuses = (await Promise.all(Array.from({ length: 25 }, sendAgain))).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('loads nothing from elsewhere, and is not cached', async () => {
    const { edit_link } = await linked();
    const { headers, html } = await open(edit_link, { origin: 'https://elsewhere.example' });
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'nonce-([\w+/=]+)'; script-src 'nonce-\1'; img-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(headers.has('access-control-allow-origin')).toBe(false);
    expect(html).not.toMatch(/(?:src|href)="(?!\?lang=|#|mailto:)/);
    expect(html).toContain('Ambiente de pruebas');
  });

  it('writes names and values as text', async () => {
    const evil = `"><script>alert(1)</script>'{{constructor}}`;
    const { edit_link } = await linked({ legal_name: evil, address: { street: evil, zip: '06000' } });
    const wrong = await submit(edit_link, form({ email: `${evil}@`, tax_id: evil }));
    for (const { html } of [await open(edit_link), wrong]) {
      expect(html).not.toContain('<script>alert');
      expect(html).not.toContain('Tornillo" <b>');
      expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#x27;{{constructor}}');
      expect(html).toContain('Ferretería &quot;El Tornillo&quot; &lt;b&gt;');
    }
  });

  it('shows the organization’s logo from where it is, or from the page itself', async () => {
    const { edit_link } = await linked();
    const withLogo = async (logo: string) => {
      const sql = `UPDATE gateway.organizations SET doc = jsonb_set(doc::jsonb, '{logo_url}', to_jsonb($2::text))::json WHERE id = $1`;
      await api.runtime.pool.query(sql, [ours.id, logo]);
      // Settings are cached for two seconds: another organization's write forgets them.
      await api.newOrganization(await api.newUser());
      const { html, headers } = await open(edit_link);
      const policy = /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
      return [policy, /<img src="([^"]*)"/.exec(html)?.[1]];
    };
    expect(await withLogo('data:image/png;base64,iVBORw0KGgo=')).toEqual([
      'data:',
      'data:image/png;base64,iVBORw0KGgo&#x3D;',
    ]);
    expect(await withLogo('https://files.example/logo.png')).toEqual([
      'https://files.example',
      'https://files.example/logo.png',
    ]);
    expect(await withLogo('javascript:alert(1)')).toEqual(["'none'", undefined]);
  });

  it('shows the problem at each field, and keeps what was typed', async () => {
    const { edit_link, id } = await linked();
    const typed = form({
      legal_name: 'OTRA',
      'address.zip': '06000',
      phone: '55 5555',
      'address.street': 'Reforma',
    });
    const { status, html } = await submit(edit_link, typed, { 'accept-language': 'en' });
    expect(status).toBe(400);
    for (const [field, message] of [
      ['legal_name', 'The legal name does not match the one registered with the SAT.'],
      ['address-zip', 'The zip code does not match the one of the tax address registered with the SAT.'],
    ])
      expect(html).toContain(`<p class="error" id="${field}-error">${message}</p>`);
    for (const value of Object.values(typed)) expect(html).toContain(value);
    expect(html).toMatch(/<option value="601" selected>/);
    expect((await call(`GET /customers/${id}`)).body.legal_name).toBeNull();
  });

  it.each<[string, Record<string, string>, readonly string[]]>([
    [
      'what is typed wrong and what the register says',
      { email: 'x@', legal_name: 'OTRA', 'address.zip': '06000' },
      ['email', 'legal_name', 'address-zip'],
    ],
    [
      'what the rules say and what the register says',
      { default_invoice_use: 'D01', legal_name: 'OTRA', 'address.zip': '06000' },
      ['default_invoice_use', 'legal_name', 'address-zip'],
    ],
    [
      'a name with its corporate regime and a postal code of another place',
      { legal_name: 'ESCUELA KEMPER URGATE SOCIEDAD ANONIMA DE CAPITAL VARIABLE', 'address.zip': '06000' },
      ['legal_name', 'address-zip'],
    ],
  ])('shows %s at once', async (_, changes, fields) => {
    const { edit_link } = await linked();
    const { status, html } = await submit(edit_link, form(changes));
    const shown = [...html.matchAll(/<p class="error" id="([\w-]+)-error">/g)].map(([, name]) => name);
    expect([status, shown.sort()]).toEqual([400, [...fields].sort()]);
  });

  it.each<[Record<string, string>, string, string]>([
    [{ tax_id: '' }, 'tax_id', 'Este dato es obligatorio.'],
    [
      { tax_id: 'EKU9003173' },
      'tax_id',
      'El RFC tiene 10 caracteres y faltan 2: el de una persona moral tiene 12 (3 letras, fecha AAMMDD y 3 de homoclave).',
    ],
    [
      { tax_id: 'AAA010101AAA' },
      'tax_id',
      'El RFC no se encuentra en la lista del SAT de RFC inscritos no cancelados.',
    ],
    [{ tax_system: '' }, 'tax_system', 'Este dato es obligatorio.'],
    [
      { tax_system: '612' },
      'tax_system',
      'El régimen 612 &quot;Personas Físicas con Actividades Empresariales y Profesionales&quot; es de personas físicas, y el RFC es de una persona moral (regímenes posibles: 601, 603, 610, 620, 622, 623, 624, 626).',
    ],
    [{ tax_system: '999' }, 'tax_system', 'Elija una opción de la lista.'],
    [{ 'address.zip': '4250' }, 'address-zip', 'Deben ser cinco dígitos.'],
    [{ 'address.zip': '00100' }, 'address-zip', 'Este código postal no existe.'],
    [
      { default_invoice_use: 'D01' },
      'default_invoice_use',
      'Su régimen fiscal no permite este uso: elija otro.',
    ],
    [{ email: 'x@' }, 'email', 'No es una dirección de correo válida.'],
    [{ phone: '5'.repeat(61) }, 'phone', 'Es demasiado largo.'],
    [{ legal_name: 'A|B' }, 'legal_name', 'Tiene caracteres que no pueden usarse.'],
  ])('refuses %j', async (changes, field, message) => {
    const { edit_link } = await linked();
    const { status, html } = await submit(edit_link, form(changes));
    expect(status).toBe(400);
    expect(html).toContain(`<p class="error" id="${field}-error">${message}</p>`);
    expect((await open(edit_link)).status).toBe(200);
  });

  it('offers every regime that the API takes, and has chosen the one that is known', async () => {
    const company = { legal_name: 'PETROLEO Y GAS', tax_id: 'ACM010101AB1', tax_system: '628' };
    const { edit_link, id } = await linked(company);
    const { html } = await open(edit_link);
    const offered = (person: string) => {
      const group = new RegExp(`data-person="${person}">(.*?)</optgroup>`).exec(html)?.[1] ?? '';
      return [...group.matchAll(/value="(\d+)"/g)].map(([, key]) => key);
    };
    for (const person of ['fisica', 'moral'] as const)
      expect(offered(person)).toEqual(
        regimenesFiscales.entries.filter(({ personas }) => personas.includes(person)).map(({ key }) => key),
      );
    expect(html).toContain('<option value="628" selected>');
    expect((await submit(edit_link, form(company))).status).toBe(303);
    expect((await call(`GET /customers/${id}`)).body.tax_system).toBe('628');
  });

  it('takes its own fields alone', async () => {
    const { edit_link, id } = await linked({ external_id: 'own' });
    const sent = await submit(
      edit_link,
      form({ external_id: 'x', 'address.country': 'USA', __proto__x: '1', id: 'x' }),
    );
    expect(sent.status).toBe(303);
    expect((await call(`GET /customers/${id}`)).body).toMatchObject({
      external_id: 'own',
      address: { country: 'MEX' },
    });
  });

  it('asks a customer abroad for what it has', async () => {
    const { edit_link, id } = await linked({ address: { country: 'USA' } });
    const { html } = await open(`${edit_link}?lang=en`);
    expect(html).toContain('Tax identification of your country');
    expect(html).toContain('Country of tax residence: United States (USA).');
    expect((await open(edit_link)).html).toContain('País de residencia fiscal: Estados Unidos (USA).');
    expect(html).not.toContain('name="tax_system"');
    const wrong = await submit(edit_link, { legal_name: 'ACME', 'address.state': 'ZZ' });
    expect([wrong.status, /id="(address-state)-error"/.exec(wrong.html)?.[1]]).toEqual([
      400,
      'address-state',
    ]);
    expect(
      (await submit(edit_link, { legal_name: 'ACME', tax_id: '123456789', 'address.state': 'CA' })).status,
    ).toBe(303);
    expect((await call(`GET /customers/${id}`)).body).toMatchObject({
      legal_name: 'ACME',
      tax_id: '123456789',
      tax_system: '616',
      address: { country: 'USA', state: 'CA' },
    });
  });
});

describe('saving', () => {
  it('happens once: the customer is validated, the link used up, and the page says thanks', async () => {
    const { edit_link, id } = await linked({ phone: '55' });
    const sent = await submit(`${edit_link}?lang=en`, form({ tax_id: 'eku9003173c9', phone: '' }));
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      `${new URL(edit_link).pathname}/done?lang=en`,
    ]);
    const thanks = await open(`${edit_link}/done`);
    expect([thanks.status, /<h1>(.*?)</.exec(thanks.html)?.[1]]).toEqual([
      200,
      '¡Gracias! Sus datos quedaron guardados',
    ]);
    expect(thanks.html).not.toContain('EKU9003173C9');
    expect((await call(`GET /customers/${id}`)).body).toMatchObject({
      tax_id: 'EKU9003173C9',
      phone: null,
      email: 'pagos@escuela.mx',
      sat_validated_at: expect.any(String),
      edit_link: null,
      edit_link_expires_at: null,
    });
    expect((await open(edit_link)).html).toContain('Este enlace ya se usó');
    expect((await submit(edit_link, form({ phone: '1' }))).status).toBe(410);
    const events = await api.runtime.store.read(`customer-${id}`);
    expect(events.map(({ type }) => type)).toEqual([
      'CustomerCreated',
      'CustomerEditLinkCreated',
      'CustomerEdited',
      'CustomerEditLinkCompleted',
    ]);
  });

  it('of many submits at once takes one', async () => {
    const { edit_link, id } = await linked();
    const phones = Array.from({ length: 8 }, (_, index) => `55${index}`);
    const answers = await Promise.all(phones.map((phone) => submit(edit_link, form({ phone }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(7).fill(410)]);
    const winner = phones[answers.findIndex(({ status }) => status === 303)];
    expect((await call(`GET /customers/${id}`)).body.phone).toBe(winner);
    expect(answers.find(({ status }) => status === 410)?.html).toContain('Este enlace ya se usó');
  });

  it('says why a link opens nothing, to people and to programs', async () => {
    const expired = await linked();
    const replaced = await linked();
    await call(`PUT /customers/${replaced.id}?createEditLink=true`, {});
    const deleted = await linked();
    await call(`DELETE /customers/${deleted.id}`);
    const unknown = expired.edit_link.replace(/.{40}$/, '0'.repeat(40)) as string;
    passDays(api, 7.1);
    for (const [link, status, title, code] of [
      [expired.edit_link, 410, 'Este enlace venció', 'customer_edit_link_unavailable'],
      [replaced.edit_link, 410, 'Este enlace ya no sirve', 'customer_edit_link_unavailable'],
      [deleted.edit_link, 404, 'No encontramos este enlace', 'customer_edit_link_not_found'],
      [unknown, 404, 'No encontramos este enlace', 'customer_edit_link_not_found'],
      [`${unknown}0`, 404, 'No encontramos este enlace', 'customer_edit_link_not_found'],
      [
        unknown.replace(/.{40}$/, '%00%27;--'),
        404,
        'No encontramos este enlace',
        'customer_edit_link_not_found',
      ],
    ] as const) {
      for (const page of [await open(link), await submit(link, form())]) {
        expect([page.status, /<h1>(.*?)</.exec(page.html)?.[1]]).toEqual([status, title]);
      }
      const json = await open(link, { accept: 'application/json', 'accept-language': 'en' });
      expect(JSON.parse(json.html)).toMatchObject({ ok: false, status, code });
      expect((await open(`${link}/done`)).status).toBe(303);
    }
  });

  it('says so when the register cannot be asked, and saves nothing', async () => {
    const { edit_link } = await linked();
    jest.spyOn(sandboxRegister, 'validate').mockRejectedValue(new Error('away'));
    const page = await submit(edit_link, form({ phone: '55 1234' }));
    expect(page.status).toBe(503);
    expect(page.html).toContain('Nada se ha guardado todavía');
    expect(page.html).toContain('55 1234');
    const json = await submit(edit_link, form(), { accept: 'application/json' });
    expect(JSON.parse(json.html).code).toBe('customer_tax_info_unavailable');
    expect((await call('POST /customers', escuela)).body.code).toBe('customer_tax_info_unavailable');
    jest.restoreAllMocks();
    expect((await submit(edit_link, form())).status).toBe(303);
  });

  it('takes forms alone, from the page alone, of a form’s size, and not too many', async () => {
    const { edit_link } = await linked();
    const cross = await submit(edit_link, form(), { 'sec-fetch-site': 'cross-site' });
    expect([cross.status, /<h1>(.*?)</.exec(cross.html)?.[1]]).toEqual([
      403,
      'Este envío no vino de nuestra página',
    ]);
    const json = await fetch(edit_link, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(form()),
    });
    expect([json.status, await json.text()]).toEqual([
      415,
      expect.stringContaining('No podemos leer lo que se envió'),
    ]);
    const long = await submit(edit_link, { phone: 'x'.repeat(70_000) });
    expect([long.status, long.html]).toEqual([413, expect.stringContaining('Es demasiado largo')]);
    expect((await submit(edit_link, form(), { 'sec-fetch-site': 'same-origin' })).status).toBe(303);

    const other = await linked();
    const wrong = () => submit(other.edit_link, form({ tax_id: '' }));
    const statuses = (await Promise.all(Array.from({ length: 21 }, wrong))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const limited = await wrong();
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(limited.html).toContain('Demasiados intentos');
  });
});
