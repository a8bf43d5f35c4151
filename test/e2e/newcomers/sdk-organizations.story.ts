import { invoice, stored } from '../../support/bodies.js';
import { startApp, type Json, type TestApp } from '../../support/app.js';
import { canVerify, verifyDocuments } from '../../support/sat.js';
import { textOf } from '../../support/downloads.js';
import { afterAll, beforeAll, describe, expect, it } from '../../support/story.js';

/** What who manages organizations does, through the public SDK of npm with a user key. */

const ID = /^[0-9a-f]{24}$/;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('organizations', () => {
  it('are managed with a user key', async () => {
    const { organizations } = app.sdk(app.demo.user_key);
    const created = await organizations.create({ name: 'Sucursal' });
    expect(created).toMatchObject({ id: expect.stringMatching(ID), legal: { name: 'Sucursal' } });
    expect(await organizations.retrieve(created.id)).toEqual(created);
    const { data } = await organizations.list();
    expect(data.map(({ id }) => id)).toEqual([created.id, app.demo.organization_id]);
    const legal = {
      name: 'Herrería',
      legal_name: 'HERRERIA & ELECTRICOS',
      tax_id: 'H&E951128469',
      tax_system: '601',
      address: { zip: '06002', street: 'Calle "5" <norte>' },
    };
    expect(await organizations.updateLegal(created.id, legal)).toMatchObject({
      id: created.id,
      timezone: 'America/Mexico_City',
      legal: { ...legal, address: { ...legal.address, country: 'MEX' } },
    });

    const key = await organizations.getTestApiKey(created.id);
    expect(key).toMatch(/^sk_test_/);
    const sucursal = app.sdk(key);
    expect(await sucursal.organizations.me()).toMatchObject({ id: created.id });
    const made = await sucursal.invoices.create(invoice());
    expect((made as Json).issuer_info).toMatchObject({ tax_id: 'H&E951128469' });
    const xml = await textOf(await sucursal.invoices.downloadXml(made.id));
    expect(xml).toContain('Rfc="H&amp;E951128469"');
    if (canVerify) expect(await verifyDocuments({ xml }, app.sandbox.certificates.pac)).toEqual({});

    const renewed = await organizations.renewTestApiKey(created.id);
    expect(renewed).toMatch(/^sk_test_/);
    expect(renewed).not.toBe(key);
    expect(await organizations.getTestApiKey(created.id)).toBe(renewed);
    await expect(sucursal.organizations.me()).rejects.toMatchObject({ status: 401, code: 'api_key_invalid' });
    expect(await app.sdk(renewed).invoices.retrieve(made.id)).toEqual(stored(made));
  });
});

it('logged no bug', () => expect(app.bugs()).toEqual([]));
