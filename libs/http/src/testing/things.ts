import { Body, Controller, Delete, Get, Post, Put, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { refuse, type Tenant } from '#kernel';
import type { DateRangeInput } from '../dates.js';
import { Amount, ByType, DateRange, Email, Flag, Integer, ListOf, Nested, OneOf, Text } from '../fields.js';
import { Answers, Caller, CurrentTenant, JsonText, ListQuery, PathId, rowOf, unwrap } from '../index.js';
import { nested, text } from '../rules.js';
import { testApp, type Owners, type TestApp } from './app.js';
import type { HttpOptions } from '../app.js';
import type { RouteTable } from '../route-table.js';

/** A small API that tries everything of the wire layer; for its specs. */
export class Address {
  @Text({ exact: 5 }) zip!: string;
  @Text({ optional: true, max: 100 }) street?: string;
}
export class Item {
  @Amount({ above: 0 }) quantity!: string;
  @Text({ max: 20 }) description!: string;
}
export class Thing {
  @Text({ max: 50 }) name!: string;
  @Email({ optional: true }) email?: string;
  @Nested(() => Address, { optional: true }) address?: Address;
  @ListOf(() => Item, { optional: true, max: 3 }) items?: Item[];
  @ByType({ string: text(), object: nested(() => Address) }, { optional: true }) customer?: string | Address;
}
export class ThingQuery extends ListQuery {
  @OneOf(['paid', 'unpaid'], { optional: true }) state?: string;
  @ListOf(text(), { optional: true }) status?: string[];
  @DateRange({ optional: true }) date?: DateRangeInput;
  @Flag({ optional: true }) deep?: boolean;
  @Integer({ optional: true, min: 1 }) folio_number?: number;
}

/** What holds up `GET /v2/things/held` until it is let go. */
export const hold: { wait: Promise<void>; letGo: () => void; begun: number } = {
  wait: Promise.resolve(),
  letGo: () => undefined,
  /** How many requests it has held up. */
  begun: 0,
};

@Controller('things')
export class ThingsController {
  @Get('held') async held() {
    hold.begun += 1;
    await hold.wait;
    return { held: true };
  }
  @Post() @Answers(Thing) create(@CurrentTenant() tenant: Tenant, @Body() body: Thing) {
    return { tenant, body };
  }
  @Get() list(@Query() query: ThingQuery) {
    return query;
  }
  @Get('refused/:why') refused(@Query('id') id: string) {
    return unwrap(
      refuse('idempotency_key_in_use', {
        resourceId: id,
        params: { id, retryAfter: 2.2 },
        path: 'idempotency_key',
      }),
    );
  }
  @Get('bug') bug() {
    throw new Error('secret detail of the database');
  }
  @Get(':thing_id') get(@PathId('thing_id', 'invoice_not_found') id: string) {
    return { id };
  }
  @Get(':thing_id/row') row(@Req() request: FastifyRequest) {
    return rowOf(request);
  }
  @Put(':thing_id') edit(@PathId('thing_id', 'invoice_not_found') id: string, @Body() body: Thing) {
    return { id, body };
  }
  @Put(':thing_id/status') @JsonText() status(@PathId('thing_id', 'invoice_not_found') id: string) {
    return JSON.stringify({ id, raw: true });
  }
  @Delete(':thing_id') remove(@PathId('thing_id', 'invoice_not_found') id: string) {
    return { id };
  }
  @Get('key/bare') @JsonText() key() {
    return JSON.stringify('sk_test_x');
  }
}
@Controller('orgs')
export class OrgsController {
  @Get() list(@Caller() caller: { kind: string }) {
    return { kind: caller.kind };
  }
  @Get('me') me(@CurrentTenant() tenant: Tenant) {
    return tenant;
  }
  @Get('live') live() {
    return {};
  }
  @Get('open') open() {
    return { open: true };
  }
}
@Controller('health')
export class HealthController {
  @Get() health() {
    return { ok: true };
  }
}

// A row is a line.
// prettier-ignore
const thingRoutes: RouteTable = {
  'POST /v2/things': { operation: 'write.things.create', keys: ['test', 'live'], bodyLimit: 'large', rateClass: 'create' },
  'GET /v2/things': { operation: 'read.things.list', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/things/refused/:why': { operation: 'read.things.detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'GET /v2/things/bug': { operation: 'read.things.detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/things/held': { operation: 'read.things.list', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/things/:thing_id': { operation: 'read.things.detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'detail' },
  'GET /v2/things/:thing_id/row': { operation: 'read.things.row', keys: ['test'], bodyLimit: 'none', rateClass: 'detail' },
  'PUT /v2/things/:thing_id': { operation: 'write.things.edit', keys: ['test', 'live'], bodyLimit: 'small', rateClass: 'write' },
  'PUT /v2/things/:thing_id/status': { operation: 'write.things.refresh_status', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },
  'DELETE /v2/things/:thing_id': { operation: 'write.things.delete', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'write' },
  'GET /v2/things/key/bare': { operation: 'read.things.detail', keys: ['test', 'live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/orgs': { operation: 'read.orgs.list', keys: ['user'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/orgs/me': { operation: 'read.orgs.detail', keys: ['test', 'live'], forPeople: false, bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/orgs/live': { operation: 'read.orgs.detail', keys: ['live'], bodyLimit: 'none', rateClass: 'list' },
  'GET /v2/orgs/open': { operation: 'read.orgs.detail', keys: [], bodyLimit: 'none', rateClass: 'list' },
  'GET /health': { operation: 'read.health.alive', keys: [], bodyLimit: 'none', rateClass: 'unlimited' },
};

export const id = '6743f1c2a1b2c3d4e5f60718';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & { errors?: Record<string, unknown>[]; message?: string };
}

export interface Things extends TestApp {
  readonly ask: (path: string, init?: Parameters<TestApp['call']>[1]) => Promise<Answer>;
  readonly send: (
    method: string,
    path: string,
    body: string | Buffer<ArrayBuffer>,
    type?: string,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
  readonly post: (body: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

/** The small API, listening, with callers that read its answers. */
export async function startThings(options: Partial<HttpOptions> = {}, owners: Owners = {}): Promise<Things> {
  const controllers = [ThingsController, OrgsController, HealthController];
  const test = await testApp(controllers, thingRoutes, options, owners);
  const ask: Things['ask'] = async (path, init) => {
    const response = await test.call(path, init);
    const raw = await response.text();
    const body = (raw ? JSON.parse(raw) : undefined) as Answer['body'];
    return { status: response.status, headers: response.headers, body };
  };
  const send: Things['send'] = (method, path, body, type = 'application/json', headers = {}) =>
    ask(path, { method, body, headers: { 'content-type': type, ...headers } });
  const post: Things['post'] = (body, headers = {}) =>
    send('POST', '/v2/things', JSON.stringify(body), 'application/json', headers);
  return { ...test, ask, send, post };
}
