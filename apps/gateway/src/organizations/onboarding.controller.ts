import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiBody, ApiParam } from '@nestjs/swagger';
import { ActionBody, Answers, Caller, unwrap, type Principal } from '#http';
import { LogId } from '../commands.js';
import { organizationOf } from './caller.js';
import { OnboardingLinks } from './onboarding-links.js';
import { OnboardingLink } from './onboarding.dto.js';

const ID = 'organization_id';

/** Links for issuers that keep their certificate to themselves: who may upload one may hand that on. */
@Controller('organizations')
export class OrganizationOnboardingController {
  constructor(private readonly links: OnboardingLinks) {}

  @Post(`:${ID}/onboarding-link`)
  @ApiParam({ name: ID, type: String, description: 'An id, or `me` with an organization’s key' })
  @ApiBody({ type: ActionBody, required: false })
  @Answers(OnboardingLink)
  async create(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @Param(ID) id: string,
    @Body() _: ActionBody,
  ): Promise<OnboardingLink> {
    return unwrap(await this.links.make(organizationOf(principal, id), { principal, correlationId }));
  }
}
