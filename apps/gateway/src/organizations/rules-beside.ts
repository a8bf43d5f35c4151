import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Detail } from '#kernel';
import { legalData, selfInvoiceProblems } from '#billing';
import { readable, RulesBeside } from '#http';
import { parseOrganizationDoc } from '../docs.js';
import { organizationOf } from './caller.js';
import { LegalBody } from './dto.js';
import { Organizations } from './organizations.js';
import { SelfInvoiceBody } from './settings.dto.js';

/** The rules of an organization's fiscal data, beside the checks of its body. */
@Injectable()
export class LegalRulesBeside extends RulesBeside {
  constructor(private readonly organizations: Organizations) {
    super();
  }

  protected async problemsOf({ principal, params, body }: FastifyRequest): Promise<readonly Detail[]> {
    if (!principal) return [];
    const { organization_id: id } = params as { organization_id: string };
    const known = await this.organizations.findActive(organizationOf(principal, id), principal);
    if (!known.ok) return [];
    const legal = legalData(readable(LegalBody, body, 'body'), parseOrganizationDoc(known.value).legal);
    return legal.ok ? [] : (legal.refusal.details ?? []);
  }
}

/** The rules of what customers may do for themselves, beside the checks of its body. */
@Injectable()
export class SelfInvoiceRulesBeside extends RulesBeside {
  protected problemsOf({ body }: FastifyRequest): readonly Detail[] {
    return selfInvoiceProblems(readable(SelfInvoiceBody, body, 'body'));
  }
}
