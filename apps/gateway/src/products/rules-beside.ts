import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Detail } from '#kernel';
import { keysOf, productFields, type KeyCatalogues } from '#billing';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { readable, RulesBeside } from '#http';
import { ProductBody } from './dto.js';

/** The rules of a new product, beside the checks of its body. */
@Injectable()
export class ProductRulesBeside extends RulesBeside {
  private readonly keys: KeyCatalogues;

  constructor(@Inject(CATALOGUES) { large }: Catalogues) {
    super();
    this.keys = keysOf(large);
  }

  protected problemsOf({ body }: FastifyRequest, told: readonly string[]): readonly Detail[] {
    const product = readable(ProductBody, body, 'body');
    // If one of these is wrong, they can't be checked against each other.
    if (told.some((path) => /^(?:taxability|taxes|local_taxes)\b/.test(path))) {
      delete product.taxability;
      delete product.taxes;
      delete product.local_taxes;
    }
    const fields = productFields(product, this.keys);
    return fields.ok ? [] : (fields.refusal.details ?? []);
  }
}
