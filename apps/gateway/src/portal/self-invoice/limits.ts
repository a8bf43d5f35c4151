import { Injectable } from '@nestjs/common';
import { RateLimiter } from '#http';
import { VISITS } from '../hosting.js';

/** Visits a minute and address, to the portal and its widget together; files a minute and receipt. */
@Injectable()
export class PortalLimits extends RateLimiter {
  constructor() {
    super({ detail: VISITS, heavy: { perMinute: 30 } });
  }
}
