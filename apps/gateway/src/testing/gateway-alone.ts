import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AddressRules } from '#kernel';
import { ClockTable, ProjectionWatch, TenantClock } from '#eventing';
import { CATALOGUES, SANDBOX_LEDGER, SAT_LISTS } from '#fiscal';
import { Load, TestWork, Vault } from '#hosting';
import * as tokens from '#hosting/runtime/tokens';
import { configureHttp, createHttpAdapter } from '#http';
import { GatewayModule } from '../gateway.module.js';
import { routes } from '../routes.js';

/** Answers everything with itself: routes are made here, and no request is sent to any. */
const anything: object = new Proxy(() => anything, {
  get: (_, name) => (name === 'then' ? undefined : anything),
  apply: () => anything,
});

class AnyPlatform {}
// A gateway has no key that signs: a module of it that asked for the vault of signing would not be made.
const parts = Object.values(tokens).filter((one) => typeof one === 'symbol' && one !== tokens.SIGNING_VAULT);
const platform = [...parts, AddressRules, Load, ProjectionWatch, Vault, TenantClock, ClockTable, TestWork];
Global()(AnyPlatform);
Module({
  imports: [CqrsModule.forRoot()],
  providers: platform.map((provide) => ({ provide, useValue: anything })),
  exports: platform,
})(AnyPlatform);

/** A route as Fastify keeps it; the limit is set once it has been added. */
interface Made {
  readonly route: string;
  readonly options: { readonly bodyLimit?: number };
}

/**
 * The gateway with nothing behind it: its routes as Fastify gets them, those of HEAD and preflights aside, and the application,
 * whose OpenAPI document can be made.
 */
export async function makeGateway(
  table: typeof routes = routes,
): Promise<{ made: Made[]; app: NestFastifyApplication }> {
  const made: Made[] = [];
  const testing = await Test.createTestingModule({ imports: [AnyPlatform, GatewayModule] })
    .overrideProvider(SANDBOX_LEDGER)
    .useValue(anything)
    .overrideProvider(CATALOGUES)
    .useValue(anything)
    .overrideProvider(SAT_LISTS)
    .useValue(anything)
    .compile();
  const app = testing.createNestApplication<NestFastifyApplication>(createHttpAdapter(), {
    ...{ bodyParser: false, logger: false },
  });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRoute', (options) => {
    const methods = [options.method].flat().filter((one) => one !== 'HEAD' && one !== 'OPTIONS');
    made.push(...methods.map((one) => ({ route: `${one} ${options.url}`, options })));
  });
  configureHttp(app, { routes: table });
  await app.init();
  await fastify.ready();
  return { made, app };
}
