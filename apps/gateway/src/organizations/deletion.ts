import { Injectable } from '@nestjs/common';
import type { Result } from '#kernel';
import { organizationsReadModel } from '#contracts';
import { CommandSender, type CallContext } from '../commands.js';
import { contextOf, type OrganizationCall } from './caller.js';
import { Organizations } from './organizations.js';

const readModel = organizationsReadModel;

/** Deletes organizations for the API, and restores them. Each answers the organization as it is then, as JSON text. */
@Injectable()
export class OrganizationDeletion {
  constructor(
    private readonly organizations: Organizations,
    private readonly sender: CommandSender,
  ) {}

  delete(id: string, archived: boolean, call: OrganizationCall): Promise<Result<string>> {
    const message = { type: 'organizations.delete', key: id, data: { archived } } as const;
    return this.run(id, call, (context) => this.sender.send(message, context, { readModel }));
  }

  restore(id: string, call: OrganizationCall): Promise<Result<string>> {
    const message = { type: 'organizations.restore', key: id, data: {} } as const;
    return this.run(id, call, (context) => this.sender.send(message, context, { readModel }));
  }

  private async run(
    id: string,
    call: OrganizationCall,
    send: (context: CallContext) => Promise<Result<unknown>>,
  ): Promise<Result<string>> {
    const known = await this.organizations.findDoc(id, call.principal);
    if (!known.ok) return known;
    const sent = await send(contextOf(id, call));
    return sent.ok ? this.organizations.findDoc(id, call.principal) : sent;
  }
}
