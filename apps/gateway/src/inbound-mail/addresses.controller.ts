import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { Caller, unwrap, type Principal } from '#http';
import { LogId } from '../commands.js';
import { organizationOf } from '../organizations/caller.js';
import { InboundMailAddressing } from './addresses.js';
import { InboundMailAddresses, RenewInboundAddress } from './dto.js';

const ID = 'organization_id';
const idOrMe = ApiParam({ name: ID, type: String, description: 'An id, or `me` with an organization’s key' });

/** Where suppliers of an organization send their documents to. */
@ApiTags('organizations')
@Controller(`organizations/:${ID}/inbound-address`)
export class InboundAddressController {
  constructor(private readonly addresses: InboundMailAddressing) {}

  @Get()
  @idOrMe
  @ApiOkResponse({ type: InboundMailAddresses, description: 'The addresses as they are now' })
  async find(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
  ): Promise<InboundMailAddresses> {
    return unwrap(await this.addresses.find(organizationOf(principal, id), { principal, correlationId }));
  }

  @Post('renew')
  @HttpCode(200)
  @idOrMe
  @ApiOkResponse({ type: InboundMailAddresses, description: 'The addresses, one of them new' })
  async renew(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Body() { environment }: RenewInboundAddress,
  ): Promise<InboundMailAddresses> {
    const organization = organizationOf(principal, id);
    const call = { principal, correlationId };
    return unwrap(await this.addresses.renew(organization, environment === 'live', call));
  }
}
