import { Injectable } from '@nestjs/common';
import { field, ok, refuse, refuseFields, type Language, type Result } from '#kernel';
import {
  organizationsReadModel,
  type CustomizationInput,
  type ReceiptSettingsInput,
  type SelfInvoiceInput,
} from '#contracts';
import { receiptSettingsProblems, refuseSettings } from '#billing';
import { CommandSender, type CallContext } from '../commands.js';
import { parseOrganizationDoc } from '../docs.js';
import { Mailer } from '../mailbox/mailer.js';
import { routes } from '../routes.js';
import { contextOf, type OrganizationCall } from './caller.js';
import { Folios, type FolioNumbers } from './folios.js';
import { PublicUrl } from '../portal/public-url.js';
import { writeHost } from './host-names.js';
import { Organizations } from './organizations.js';
import { reservedDomains } from './reserved-domains.js';
import { SupportLinks, type FoundSupportLink } from './support-links.js';

const readModel = organizationsReadModel;
const RESERVED = reservedDomains(routes);

/** What the caller is told of an address that the mail server will not have. */
const ADDRESS_REFUSED = field('support_email', 'invalid_value', {
  message: {
    es: 'El servidor de correo rechazó la dirección. Los ajustes se guardaron; la dirección queda sin verificar.',
    en: 'The mail server refused the address. The settings were saved; the address is not verified.',
  },
});

const NO_HOST = field('custom_domain', 'invalid_format', {
  message: {
    es: 'Debe ser un nombre de dominio completo, sin puerto ni ruta, como facturas.mi-tienda.mx.',
    en: 'It must be a full domain name, without a port or a path, such as facturas.mi-tienda.mx.',
  },
});

/** The settings of organizations for the API. Each answers the organization as it is then, as JSON text. */
@Injectable()
export class OrganizationSettings {
  constructor(
    private readonly organizations: Organizations,
    private readonly sender: CommandSender,
    private readonly folios: Folios,
    private readonly links: SupportLinks,
    private readonly mailer: Mailer,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** Numbers first: they may be refused, and then nothing else is changed. No rule refuses the rest. */
  setCustomization(
    id: string,
    customization: CustomizationInput,
    numbers: FolioNumbers,
    call: OrganizationCall,
  ): Promise<Result<string>> {
    const message = { type: 'organizations.set-customization', key: id, data: { customization } } as const;
    return this.set(id, call, async (context) => {
      const numbered = await this.folios.set(id, { kind: 'invoices', series: '' }, numbers, call);
      return numbered.ok ? this.sender.send(message, context, { readModel }) : numbered;
    });
  }

  /** As above; the one rule of the rest is looked at before. */
  async setReceipts(
    id: string,
    receipts: ReceiptSettingsInput,
    numbers: FolioNumbers,
    call: OrganizationCall,
  ): Promise<Result<string>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const { tax_system } = parseOrganizationDoc(known.value).legal;
    const problems = receiptSettingsProblems(receipts, tax_system);
    if (problems.length > 0) return refuseSettings(problems);
    const message = { type: 'organizations.set-receipts', key: id, data: { receipts } } as const;
    return this.set(id, call, async (context) => {
      const numbered = await this.folios.set(id, { kind: 'receipts' }, numbers, call);
      return numbered.ok ? this.sender.send(message, context, { readModel }) : numbered;
    });
  }

  /**
   * Sets what customers may do in the portal. A support address that is not verified gets a mail with a link. If the
   * process dies before the mail, the address stays unverified: who sends it again gets another mail. An address that the
   * mail server refuses at once is invalid_value.
   */
  async setSelfInvoice(
    id: string,
    settings: SelfInvoiceInput,
    language: Language,
    call: OrganizationCall,
  ): Promise<Result<string>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const { support_email: address } = settings;
    const made = typeof address === 'string' ? this.links.make(id) : undefined;
    const message = {
      type: 'organizations.set-self-invoice',
      key: id,
      data: { self_invoice: settings, ...(made && { link: made.print }) },
    } as const;
    const sent = await this.sender.send(message, contextOf(id, call), { readModel });
    if (!sent.ok) return sent;
    const after = await this.organizations.findDoc(id, call.principal);
    if (!after.ok || !made || !address || !sent.value.data.link) return after;
    const data = { link: made.url, email: address, expires_at: made.print.expires_at };
    const organization = parseOrganizationDoc(after.value);
    const tenant = { organizationId: id, livemode: call.principal.kind === 'live' };
    const mailed = await this.mailer.send(
      { template: 'support-email', data, to: [address], language, organization },
      { ...contextOf(id, call), tenant },
    );
    if (!mailed.ok) return mailed;
    return mailed.value === 'accepted' ? after : refuseFields([ADDRESS_REFUSED]);
  }

  /** Verifies a support address by the link that was mailed to it, once. */
  async verifySupportEmail(
    { organization: { id }, link }: FoundSupportLink,
    correlationId: string,
  ): Promise<Result<void>> {
    if (link === null) return refuse('support_email_link_unavailable', { location: 'params', path: 'key' });
    const sent = await this.sender.send(
      { type: 'organizations.verify-support-email', key: id, data: { link_id: link.id } },
      { tenant: { organizationId: id, livemode: false }, actor: `support-link:${link.id}`, correlationId },
      { readModel },
    );
    return sent.ok ? ok(undefined) : sent;
  }

  /** Sets the names of the portal that were sent: what is wrong with one of them keeps the other from being set. */
  async setDomains(
    id: string,
    { domain, custom_domain }: { readonly domain?: string; readonly custom_domain?: string | null },
    call: OrganizationCall,
  ): Promise<Result<string>> {
    if (domain === undefined && custom_domain === undefined)
      return refuseFields([field('domain', 'required')]);
    const host = custom_domain == null ? custom_domain : writeHost(custom_domain);
    if (host === undefined && custom_domain !== undefined) return refuseFields([NO_HOST]);
    if (host != null && this.isOurs(host))
      return refuse('organization_domain_unavailable', { location: 'body', path: 'custom_domain' });
    const chosen = domain === undefined ? undefined : await this.chooseDomain(id, domain, call);
    if (host === undefined || (chosen && !chosen.ok))
      return chosen ?? this.organizations.findDoc(id, call.principal);
    const data = { custom_domain: host };
    const message = { type: 'organizations.set-custom-domain', key: id, data } as const;
    return this.set(id, call, (context) => this.sender.send(message, context, { readModel }));
  }

  /** The host of this service, and whatever is below it. */
  private isOurs(host: string): boolean {
    const own = new URL(this.publicUrl.base).hostname;
    return host === own || host.endsWith(`.${own}`);
  }

  /** Chooses the domain of the portal, once. */
  private async chooseDomain(id: string, domain: string, call: OrganizationCall): Promise<Result<string>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const chosen = parseOrganizationDoc(known.value).domain;
    // A domain from before its name was reserved stays.
    if (RESERVED.has(domain) && chosen === null)
      return refuse('organization_domain_unavailable', { location: 'body', path: 'domain' });
    const message = { type: 'organizations.choose-domain', key: id, data: { domain } } as const;
    return this.set(id, call, (context) => this.sender.send(message, context, { readModel }));
  }

  /** Whether an organization could choose a domain now. */
  async isAvailable(domain: string, userId: string, correlationId: string): Promise<Result<boolean>> {
    if (RESERVED.has(domain)) return ok(false);
    const tenant = { organizationId: userId, livemode: false };
    const sent = await this.sender.send(
      { type: 'organizations.find-domain', key: userId, data: { domain } },
      { tenant, actor: `user:${userId}`, correlationId },
    );
    return sent.ok ? ok(!sent.value.data.taken) : sent;
  }

  /** Sends a command for an organization that the caller reaches, and gives the organization as it is then. */
  private async set(
    id: string,
    call: OrganizationCall,
    send: (context: CallContext) => Promise<Result<unknown>>,
  ): Promise<Result<string>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const sent = await send(contextOf(id, call));
    return sent.ok ? this.organizations.findDoc(id, call.principal) : sent;
  }
}
