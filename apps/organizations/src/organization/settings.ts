import { isDeepStrictEqual } from 'node:util';
import { ignoreUnknown, ok, refuse, type Refused, type Result } from '#kernel';
import {
  defaultCustomization,
  defaultReceiptSettings,
  defaultSelfInvoice,
  mergePdfOptions,
  type CustomizationInput,
  type OrganizationLegal,
  type OrganizationSettingsEvent,
  type PdfOptions,
  type ReceiptSettings,
  type ReceiptSettingsInput,
  type SelfInvoiceInput,
  type SelfInvoiceSettings,
  type SupportLinkPrint,
} from '#contracts';
import { receiptSettingsProblems, refuseSettings, selfInvoiceProblems } from '#billing';
import { newSupport, retryAfter, withMail, type Support } from './support-email.js';

/** What an organization has set about its documents, its receipts and its portal. */
export interface Settings {
  readonly color: string;
  readonly pdfExtra: PdfOptions;
  readonly receipts: ReceiptSettings;
  readonly selfInvoice: SelfInvoiceSettings;
  readonly support: Support;
  /** Its name in the addresses of its portal; null until it is chosen, once. */
  readonly domain: string | null;
  /** The host of its own under which its portal is answered too. */
  readonly customDomain: string | null;
}

export const newSettings: Settings = {
  color: defaultCustomization.color,
  pdfExtra: defaultCustomization.pdf_extra,
  receipts: defaultReceiptSettings,
  selfInvoice: defaultSelfInvoice,
  support: newSupport,
  domain: null,
  customDomain: null,
};

export function evolveSettings(settings: Settings, event: OrganizationSettingsEvent): Settings {
  switch (event.type) {
    case 'CustomizationSet': {
      const { color = settings.color, pdf_extra } = event.data;
      return { ...settings, color, pdfExtra: mergePdfOptions(settings.pdfExtra, pdf_extra) };
    }
    case 'ReceiptSettingsSet': {
      const { at: _at, ...receipts } = event.data;
      return { ...settings, receipts: { ...settings.receipts, ...receipts } };
    }
    case 'SelfInvoiceSettingsSet': {
      const { at: _at, ...selfInvoice } = event.data;
      const same = selfInvoice.support_email === settings.selfInvoice.support_email;
      const support = same ? settings.support : { ...settings.support, link: null, verified: false };
      return { ...settings, selfInvoice, support };
    }
    case 'SupportEmailLinkCreated':
      return { ...settings, support: withMail(settings.support, event.data) };
    case 'SupportEmailVerified':
      return { ...settings, support: { ...settings.support, link: null, verified: true } };
    case 'DomainChosen':
      return { ...settings, domain: event.data.domain };
    case 'CustomDomainSet':
      return { ...settings, customDomain: event.data.custom_domain };
    default:
      return ignoreUnknown(event, settings);
  }
}

export type SettingsCommand =
  | { type: 'set-customization'; customization: CustomizationInput; at: string }
  | { type: 'set-receipts'; receipts: ReceiptSettingsInput; at: string }
  | { type: 'set-self-invoice'; selfInvoice: SelfInvoiceInput; link: SupportLinkPrint | null; at: string }
  | { type: 'verify-support-email'; linkId: string; at: string }
  | { type: 'choose-domain'; domain: string; at: string }
  | { type: 'set-custom-domain'; customDomain: string | null; at: string };

type Of<Type extends SettingsCommand['type']> = Extract<SettingsCommand, { type: Type }>;
type Decision = Result<readonly OrganizationSettingsEvent[]>;
/** What decisions about settings look at. */
interface Configured {
  readonly settings: Settings;
  readonly legal: OrganizationLegal;
}

export function decideSettings(command: SettingsCommand, state: Configured): Decision {
  switch (command.type) {
    case 'set-customization':
      return setCustomization(command, state.settings);
    case 'set-receipts':
      return setReceipts(command, state);
    case 'set-self-invoice':
      return setSelfInvoice(command, state);
    case 'verify-support-email':
      return verifySupportEmail(command, state.settings);
    case 'choose-domain':
      return chooseDomain(command, state);
    case 'set-custom-domain':
      return setCustomDomain(command, state);
  }
}

/** Refuses that an organization with a portal has no address at all that its customers could be given. */
export const needsSupportEmail = (
  { domain, customDomain, selfInvoice }: Pick<Settings, 'domain' | 'customDomain' | 'selfInvoice'>,
  ofLegal: string | null,
): Refused | undefined =>
  (domain ?? customDomain) !== null && selfInvoice.support_email === null && ofLegal === null
    ? refuse('organization_support_email_required', { location: 'body', path: 'support_email' })
    : undefined;

function setCustomization(
  { customization, at }: Of<'set-customization'>,
  { color, pdfExtra }: Settings,
): Decision {
  const sent = customization.color?.replace(/^#/, '');
  const pdf_extra = mergePdfOptions(pdfExtra, customization.pdf_extra);
  const changes: CustomizationInput = {
    ...(sent !== undefined && sent !== color && { color: sent }),
    ...(customization.pdf_extra &&
      !isDeepStrictEqual(pdf_extra, pdfExtra) && { pdf_extra: customization.pdf_extra }),
  };
  return ok(Object.keys(changes).length > 0 ? [{ type: 'CustomizationSet', data: { ...changes, at } }] : []);
}

function setReceipts({ receipts: sent, at }: Of<'set-receipts'>, { settings, legal }: Configured): Decision {
  const problems = receiptSettingsProblems(sent, legal.tax_system);
  if (problems.length > 0) return refuseSettings(problems);
  const receipts = { ...settings.receipts, ...sent };
  if (isDeepStrictEqual(receipts, settings.receipts)) return ok([]);
  return ok([{ type: 'ReceiptSettingsSet', data: { ...receipts, at } }]);
}

function setSelfInvoice(
  { selfInvoice: sent, link, at }: Of<'set-self-invoice'>,
  { settings, legal }: Configured,
): Decision {
  const problems = selfInvoiceProblems(sent);
  if (problems.length > 0) return refuseSettings(problems);
  const before = settings.selfInvoice;
  const after = { ...before, ...sent };
  const missing = needsSupportEmail({ ...settings, selfInvoice: after }, legal.support_email);
  if (missing) return missing;
  const changed = !isDeepStrictEqual(after, before);
  const events: OrganizationSettingsEvent[] = changed
    ? [{ type: 'SelfInvoiceSettingsSet', data: { ...after, at } }]
    : [];
  const { support_email: email } = after;
  const verified = settings.support.verified && email === before.support_email;
  // Who sends the address, the same one too, wants it verified; who sends other settings does not ask for a mail.
  if (link === null || email === null || verified || sent.support_email === undefined) return ok(events);
  const seconds = retryAfter(settings.support, at);
  if (seconds > 0) return refuse('rate_limit_exceeded', { params: { retryAfter: seconds } });
  return ok([...events, { type: 'SupportEmailLinkCreated', data: { ...link, email, at } }]);
}

function verifySupportEmail({ linkId, at }: Of<'verify-support-email'>, { support }: Settings): Decision {
  const { link } = support;
  // Used, replaced, of an address that is no longer the one, or too old.
  if (link?.id !== linkId || Date.parse(link.expiresAt) <= Date.parse(at))
    return refuse('support_email_link_unavailable', { location: 'params', path: 'key' });
  return ok([{ type: 'SupportEmailVerified', data: { link_id: linkId, email: link.email, at } }]);
}

function chooseDomain({ domain, at }: Of<'choose-domain'>, { settings, legal }: Configured): Decision {
  if (settings.domain === domain) return ok([]);
  const where = { location: 'body', path: 'domain' } as const;
  if (settings.domain !== null) return refuse('organization_domain_change_not_allowed', where);
  const missing = needsSupportEmail({ ...settings, domain }, legal.support_email);
  return missing ?? ok([{ type: 'DomainChosen', data: { domain, at } }]);
}

function setCustomDomain(
  { customDomain, at }: Of<'set-custom-domain'>,
  { settings, legal }: Configured,
): Decision {
  if (settings.customDomain === customDomain) return ok([]);
  const missing =
    customDomain === null ? undefined : needsSupportEmail({ ...settings, customDomain }, legal.support_email);
  return missing ?? ok([{ type: 'CustomDomainSet', data: { custom_domain: customDomain, at } }]);
}
