import { Body, Controller, Get, Headers, Param, Put, Query, UseFilters } from '@nestjs/common';
import { ApiOkResponse, ApiParam } from '@nestjs/swagger';
import { LogId } from '../commands.js';
import { Caller, languageOf, unwrap, type Principal } from '#http';
import { organizationOf, userOf } from './caller.js';
import { SelfInvoiceRulesBeside } from './rules-beside.js';
import {
  CustomizationBody,
  DomainBody,
  DomainCheckBody,
  DomainQuery,
  ReceiptSettingsBody,
  SelfInvoiceBody,
  toCustomization,
  toFolioNumbers,
  toReceiptSettings,
} from './settings.dto.js';
import { OrganizationSettings } from './settings.js';
import { AnswersOrganization } from './shows-folios.js';

const ID = 'organization_id';
const idOrMe = ApiParam({ name: ID, type: String, description: 'An id, or `me` with an organization’s key' });
const available = ApiOkResponse({
  schema: {
    type: 'object',
    required: ['available'],
    properties: { available: { type: 'boolean', description: 'Whether it can be chosen now' } },
  },
  description: 'Whether the name is free',
});

@Controller('organizations')
export class OrganizationSettingsController {
  constructor(private readonly settings: OrganizationSettings) {}

  @Put(`:${ID}/customization`)
  @idOrMe
  @AnswersOrganization()
  async setCustomization(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Body() body: CustomizationBody,
  ): Promise<string> {
    const call = { principal, correlationId };
    const organization = organizationOf(principal, id);
    const numbers = toFolioNumbers(body);
    return unwrap(await this.settings.setCustomization(organization, toCustomization(body), numbers, call));
  }

  @Put(`:${ID}/receipts`)
  @idOrMe
  @AnswersOrganization()
  async setReceipts(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Body() body: ReceiptSettingsBody,
  ): Promise<string> {
    const call = { principal, correlationId };
    const organization = organizationOf(principal, id);
    const numbers = toFolioNumbers(body);
    return unwrap(await this.settings.setReceipts(organization, toReceiptSettings(body), numbers, call));
  }

  @Put(`:${ID}/self-invoice`)
  @UseFilters(SelfInvoiceRulesBeside)
  @idOrMe
  @AnswersOrganization()
  async setSelfInvoice(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Body() body: SelfInvoiceBody,
    @Headers('accept-language') acceptLanguage?: string,
  ): Promise<string> {
    const call = { principal, correlationId };
    const organization = organizationOf(principal, id);
    return unwrap(await this.settings.setSelfInvoice(organization, body, languageOf(acceptLanguage), call));
  }

  @Put(`:${ID}/domain`)
  @idOrMe
  @AnswersOrganization()
  async chooseDomain(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Body() body: DomainBody,
  ): Promise<string> {
    const call = { principal, correlationId };
    return unwrap(await this.settings.setDomains(organizationOf(principal, id), body, call));
  }

  @Get('domain-check')
  @available
  async checkDomain(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Query() { domain }: DomainQuery,
  ): Promise<{ available: boolean }> {
    return { available: unwrap(await this.settings.isAvailable(domain, userOf(principal), correlationId)) };
  }

  /** As older SDKs ask. */
  @Put('domain-check')
  @available
  async checkDomainAsOlderClients(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Body() { domain }: DomainCheckBody,
  ): Promise<{ available: boolean }> {
    return { available: unwrap(await this.settings.isAvailable(domain, userOf(principal), correlationId)) };
  }
}
