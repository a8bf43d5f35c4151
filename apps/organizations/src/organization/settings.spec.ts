import { describe, expect, it } from '@jest/globals';
import { given } from '#kernel/testing';
import {
  emptyAddress,
  SUPPORT_MAILS,
  type OrganizationEvent,
  type SelfInvoiceInput,
  type SupportLinkPrint,
} from '#contracts';
import { organizationDecider, type OrganizationCommand } from './decide.js';

const at = '2026-11-26T12:00:00.000Z';
const minutesLater = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString();
const created: OrganizationEvent = {
  type: 'OrganizationCreated',
  data: { name: 'Escuela', owner_id: 'u1', test_key: { id: 'k1', hash: 'h1', first_12: 'sk_test_aaaa' }, at },
};
const email = 'ayuda@escuela.mx';
const link = (id: string): SupportLinkPrint => ({
  id,
  key_hash: `hash of ${id}`,
  expires_at: minutesLater(60),
});
const setSelfInvoice = (
  selfInvoice: SelfInvoiceInput,
  print: SupportLinkPrint | null = null,
  when = at,
): OrganizationCommand => ({ type: 'set-self-invoice', selfInvoice, link: print, at: when });
const withEmail: OrganizationEvent = {
  type: 'SelfInvoiceSettingsSet',
  data: { allowed_cfdi_uses: [], apply_resico_isr: false, support_email: email, at },
};
const linked = (id: string, when = at): OrganizationEvent => ({
  type: 'SupportEmailLinkCreated',
  data: { ...link(id), email, at: when },
});
const legalSet = (regime: { tax_system: string }): OrganizationEvent => ({
  type: 'LegalDataSet',
  data: {
    ...{
      name: 'Escuela',
      legal_name: 'JUAN PEREZ',
      tax_id: 'PEJJ800101AB1',
      website: null,
      phone: null,
      curp: null,
    },
    ...{ support_email: null, address: { ...emptyAddress, zip: '06000' }, at },
    ...regime,
  },
});
const verified: OrganizationEvent = { type: 'SupportEmailVerified', data: { link_id: 'l1', email, at } };

describe('the look of an organization’s documents', () => {
  const set = (customization: OrganizationCommand & { type: 'set-customization' }): OrganizationCommand =>
    customization;

  it('is set in parts: what is not sent stays', () => {
    const first = set({
      ...{ type: 'set-customization', at },
      customization: { color: '#BADA55', pdf_extra: { codes: false, payroll_options: { puesto: false } } },
    });
    const [event] = given(organizationDecider, [created]).when(first).events();
    expect(event).toEqual({
      type: 'CustomizationSet',
      data: { color: 'BADA55', pdf_extra: { codes: false, payroll_options: { puesto: false } }, at },
    });
    const history = [created, event as OrganizationEvent];
    given(organizationDecider, history).when(first).then([]);
    given(organizationDecider, history)
      .when(
        set({
          type: 'set-customization',
          customization: { pdf_extra: { codes: false, export_key: true } },
          at,
        }),
      )
      .then([{ type: 'CustomizationSet', data: { pdf_extra: { codes: false, export_key: true }, at } }]);
    const state = history.reduce(organizationDecider.evolve, organizationDecider.initial);
    expect(state).toMatchObject({
      settings: {
        color: 'BADA55',
        pdfExtra: {
          codes: false,
          product_key: true,
          payroll_options: { puesto: false, tipo_contrato: true },
        },
      },
    });
  });

  it('leaves no event where nothing changes, and needs an organization', () => {
    const nothing = set({ type: 'set-customization', customization: {}, at });
    given(organizationDecider, [created]).when(nothing).then([]);
    given(organizationDecider).when(nothing).thenRefused('organization_not_found');
  });
});

describe('the settings of receipts', () => {
  it('are set in parts', () => {
    const [event] = given(organizationDecider, [created])
      .when({ type: 'set-receipts', receipts: { duration_days: 30 }, at })
      .events();
    const defaults = { periodicity: 'month', auto_global_invoice: false };
    expect(event?.data).toEqual({ ...defaults, duration_days: 30, at });
    given(organizationDecider, [created, event as OrganizationEvent])
      .when({ type: 'set-receipts', receipts: { duration_days: 30 }, at })
      .then([]);
  });

  it('keep what an older event does not know', () => {
    const older: OrganizationEvent[] = [
      created,
      { type: 'ReceiptSettingsSet', data: { periodicity: 'week', duration_days: 3, at } },
    ];
    given(organizationDecider, older)
      .when({ type: 'set-receipts', receipts: { auto_global_invoice: true }, at })
      .then([
        {
          type: 'ReceiptSettingsSet',
          data: { periodicity: 'week', duration_days: 3, auto_global_invoice: true, at },
        },
      ]);
  });

  it('have two months for the regime alone that may', () => {
    const legal = (tax_system: string): OrganizationEvent[] => [created, legalSet({ tax_system })];
    const asked = { type: 'set-receipts' as const, receipts: { periodicity: 'two_months' as const }, at };
    given(organizationDecider, legal('612'))
      .when(asked)
      .thenRefused('organization_settings_invalid', { path: 'periodicity' });
    expect(given(organizationDecider, legal('621')).when(asked).events()).toHaveLength(1);
    // What was set before the regime changed stays, and so do other settings.
    const other = { type: 'set-receipts' as const, receipts: { duration_days: 3 }, at };
    const before = [...legal('621'), ...given(organizationDecider, legal('621')).when(asked).events()];
    expect(
      given(organizationDecider, [...before, legalSet({ tax_system: '612' })])
        .when(other)
        .events(),
    ).toHaveLength(1);
  });
});

describe('what customers may do for themselves', () => {
  it('is limited to uses that exist, each once; none means all', () => {
    given(organizationDecider, [created])
      .when(setSelfInvoice({ allowed_cfdi_uses: ['G03', 'X99', 'G03'] }))
      .thenRefused('organization_settings_invalid', { path: 'allowed_cfdi_uses[1]' });
    const { outcome } = given(organizationDecider, [created]).when(
      setSelfInvoice({ allowed_cfdi_uses: ['G03', 'X99', 'G03'] }),
    );
    expect(outcome.ok ? [] : outcome.refusal.details?.map((one) => [one.path, one.code])).toEqual([
      ['allowed_cfdi_uses[1]', 'invalid_value'],
      ['allowed_cfdi_uses[2]', 'invalid_value'],
    ]);
    const [event] = given(organizationDecider, [created])
      .when(setSelfInvoice({ allowed_cfdi_uses: ['G03', 'G01'] }))
      .events();
    expect(event?.data).toMatchObject({ allowed_cfdi_uses: ['G03', 'G01'], support_email: null });
    given(organizationDecider, [created, event as OrganizationEvent])
      .when(setSelfInvoice({ allowed_cfdi_uses: [] }))
      .then([
        {
          type: 'SelfInvoiceSettingsSet',
          data: { allowed_cfdi_uses: [], apply_resico_isr: false, support_email: null, at },
        },
      ]);
  });
});

describe('the support address', () => {
  it('gets a link when it is new, and another whenever it is sent before it is verified', () => {
    given(organizationDecider, [created])
      .when(setSelfInvoice({ support_email: email }, link('l1')))
      .then([withEmail, linked('l1')]);
    given(organizationDecider, [created, withEmail, linked('l1')])
      .when(setSelfInvoice({ support_email: email }, link('l2')))
      .then([linked('l2')]);
    given(organizationDecider, [created, withEmail, linked('l1')])
      .when(setSelfInvoice({ apply_resico_isr: true }))
      .then([{ type: 'SelfInvoiceSettingsSet', data: { ...withEmail.data, apply_resico_isr: true } }]);
  });

  it('is verified by the latest link, once, in time', () => {
    const by = (linkId: string, when = at): OrganizationCommand => ({
      ...{ type: 'verify-support-email', linkId, at: when },
    });
    const waiting = [created, withEmail, linked('l1')];
    given(organizationDecider, waiting).when(by('l1')).then([verified]);
    given(organizationDecider, [...waiting, linked('l2')])
      .when(by('l1'))
      .thenRefused('support_email_link_unavailable');
    given(organizationDecider, [...waiting, verified])
      .when(by('l1'))
      .thenRefused('support_email_link_unavailable');
    given(organizationDecider, waiting)
      .when(by('l1', minutesLater(60)))
      .thenRefused('support_email_link_unavailable');
  });

  it('needs no other link once it is verified, until it is another address', () => {
    const history = [created, withEmail, linked('l1'), verified];
    given(organizationDecider, history)
      .when(setSelfInvoice({ support_email: email }, link('l2')))
      .then([]);
    const other = 'otra@escuela.mx';
    const events = given(organizationDecider, history)
      .when(setSelfInvoice({ support_email: other }, link('l2')))
      .events();
    expect(events.map(({ type }) => type)).toEqual(['SelfInvoiceSettingsSet', 'SupportEmailLinkCreated']);
    // The link of the address before opens nothing.
    const [changed] = events as OrganizationEvent[];
    given(organizationDecider, [created, withEmail, linked('l1'), changed as OrganizationEvent])
      .when({ type: 'verify-support-email', linkId: 'l1', at })
      .thenRefused('support_email_link_unavailable');
  });

  it('is mailed a few times an hour and a day, and says when again', () => {
    const hour = Array.from({ length: SUPPORT_MAILS.anHour }, (_, n) => linked(`l${n}`, minutesLater(n)));
    const again = (when: string) => setSelfInvoice({ support_email: email }, link('next'), when);
    given(organizationDecider, [created, withEmail, ...hour])
      .when(again(minutesLater(10)))
      .thenRefused('rate_limit_exceeded', { params: { retryAfter: 50 * 60 } });
    given(organizationDecider, [created, withEmail, ...hour])
      .when(again(minutesLater(60)))
      .then([linked('next', minutesLater(60))]);
    const day = Array.from({ length: SUPPORT_MAILS.aDay }, (_, n) => linked(`l${n}`, minutesLater(60 * n)));
    given(organizationDecider, [created, withEmail, ...day])
      .when(again(minutesLater(60 * 22)))
      .thenRefused('rate_limit_exceeded', { params: { retryAfter: 2 * 60 * 60 } });
  });
});

describe('the domain of the portal', () => {
  const choose = (domain: string): OrganizationCommand => ({ type: 'choose-domain', domain, at });
  const chosen: OrganizationEvent = { type: 'DomainChosen', data: { domain: 'escuela', at } };

  it('needs a support address, of the portal or of the fiscal data', () => {
    given(organizationDecider, [created])
      .when(choose('escuela'))
      .thenRefused('organization_support_email_required', { path: 'support_email' });
    given(organizationDecider, [created, withEmail]).when(choose('escuela')).then([chosen]);
  });

  it('is chosen once', () => {
    const history = [created, withEmail, chosen];
    given(organizationDecider, history).when(choose('escuela')).then([]);
    given(organizationDecider, history)
      .when(choose('otra-escuela'))
      .thenRefused('organization_domain_change_not_allowed', { path: 'domain' });
  });

  it('keeps its support address: the last one cannot be cleared', () => {
    const clear = setSelfInvoice({ support_email: null });
    given(organizationDecider, [created, withEmail, chosen])
      .when(clear)
      .thenRefused('organization_support_email_required', { path: 'support_email' });
    const [cleared] = given(organizationDecider, [created, withEmail]).when(clear).events();
    expect(cleared?.data).toMatchObject({ support_email: null });
  });
});
