import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AddressRules, type Detail } from '#kernel';
import { readable, RulesBeside } from '#http';
import { callOf } from '../commands.js';
import { WebhookEdit } from './dto.js';
import { webhookProblems } from './rules.js';

/** The rules of an endpoint, beside the checks of its body. */
@Injectable()
export class WebhookRulesBeside extends RulesBeside {
  constructor(private readonly rules: AddressRules) {
    super();
  }

  protected problemsOf(request: FastifyRequest): readonly Detail[] {
    const { livemode } = callOf(request).tenant;
    return webhookProblems(readable(WebhookEdit, request.body, 'body'), { livemode, rules: this.rules });
  }
}
