import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Detail } from '#kernel';
import { customerFields } from '#billing';
import { readable, RulesBeside } from '#http';
import { CustomerBody, EditLinkQuery } from './dto.js';

/** The rules of a new customer, beside the checks of its body. */
@Injectable()
export class CustomerRulesBeside extends RulesBeside {
  protected problemsOf({ body, query }: FastifyRequest, told: readonly string[]): readonly Detail[] {
    // What most fields must look like depends on the country.
    if (told.includes('address') || told.includes('address.country')) return [];
    const { createEditLink, ...customer } = readable(CustomerBody, body, 'body');
    const link = createEditLink ?? readable(EditLinkQuery, query, 'query').createEditLink;
    const fields = customerFields(customer, { mayLack: link === true });
    return fields.ok ? [] : (fields.refusal.details ?? []);
  }
}
