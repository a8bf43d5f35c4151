import { Body, Controller, Delete, Post, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { LogId } from '../commands.js';
import { ActionBody, Caller, OneOf, PathId, unwrap, type Principal } from '#http';
import { OrganizationDeletion } from './deletion.js';
import { AnswersOrganization } from './shows-folios.js';

const ID = 'organization_id';
const NOT_FOUND = 'organization_not_found';

class DeleteOrganizationQuery {
  @OneOf(['downloaded'], {
    optional: true,
    description:
      'With stamped Live invoices: says that you have downloaded their archives. Each month needs a finished ZIP request of all types',
  })
  archive?: 'downloaded';
}

/** Deleting an organization, and undoing it within a week: by the user that it belongs to. */
@Controller('organizations')
export class OrganizationDeletionController {
  constructor(private readonly deletion: OrganizationDeletion) {}

  @Delete(`:${ID}`)
  @AnswersOrganization()
  async delete(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @PathId(ID, NOT_FOUND) id: string,
    @Query() { archive }: DeleteOrganizationQuery,
  ): Promise<string> {
    return unwrap(await this.deletion.delete(id, archive !== undefined, { principal, correlationId }));
  }

  @Post(`:${ID}/restore`)
  @ApiBody({ type: ActionBody, required: false })
  @AnswersOrganization()
  async restore(
    @Caller() principal: Principal,
    @LogId() correlationId: string,
    @PathId(ID, NOT_FOUND) id: string,
    @Body() _: ActionBody,
  ): Promise<string> {
    return unwrap(await this.deletion.restore(id, { principal, correlationId }));
  }
}
