import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Detail } from '#kernel';
import { supplierFields } from '#billing';
import { readable, RulesBeside } from '#http';
import { SupplierBody } from './dto.js';

/** The rules of a new supplier, beside the checks of its body. */
@Injectable()
export class SupplierRulesBeside extends RulesBeside {
  protected problemsOf({ body }: FastifyRequest, told: readonly string[]): readonly Detail[] {
    // What most fields must look like depends on the country.
    if (told.includes('address') || told.includes('address.country')) return [];
    const fields = supplierFields(readable(SupplierBody, body, 'body'));
    return fields.ok ? [] : (fields.refusal.details ?? []);
  }
}
