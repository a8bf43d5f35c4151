import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationShutdown,
  type ValueProvider,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AddressRules } from '#kernel';
import { ClockTable, ProjectionWatch, TenantClock } from '#eventing';
import { Load } from '../load/load.js';
import { Vault } from '../secrets/vault.js';
import { healthOf } from './health.js';
import type { Runtime } from './runtime.js';
import { TestWork } from './test-work.js';
import * as tokens from './tokens.js';

/** The process itself, for this module alone: all others inject the parts that they use. */
const RUNTIME = Symbol('timbra runtime');

/** What every module can inject. */
const partsOf = (runtime: Runtime): ValueProvider[] => [
  { provide: tokens.CONFIG, useValue: runtime.config },
  { provide: tokens.LOG, useValue: runtime.log },
  { provide: tokens.CLOCK, useValue: runtime.clock },
  { provide: tokens.SYSTEM_NOW, useValue: runtime.systemNow },
  { provide: tokens.EVENT_STORE, useValue: runtime.store },
  { provide: tokens.STREAMS, useValue: runtime.streams },
  { provide: tokens.BUS, useValue: runtime.bus },
  { provide: tokens.CONTENTS, useValue: runtime.contents },
  { provide: tokens.TELEMETRY, useValue: runtime.telemetry },
  { provide: tokens.CONSUMERS, useValue: runtime.consumers },
  { provide: tokens.SOLE_INSTANCE, useValue: runtime.soleInstance },
  { provide: tokens.HEALTH, useValue: healthOf(runtime) },
  { provide: tokens.SHARED_POOL, useValue: runtime.pool },
  { provide: tokens.SERVICE_POOLS, useValue: runtime.poolOf },
  { provide: Vault, useValue: runtime.vault },
  { provide: tokens.SIGNING_VAULT, useValue: runtime.signing },
  { provide: ProjectionWatch, useValue: runtime.watch },
  { provide: Load, useValue: runtime.load },
  { provide: AddressRules, useValue: runtime.addresses },
  { provide: TenantClock, useValue: runtime.clock },
  { provide: ClockTable, useValue: runtime.clocks },
  { provide: TestWork, useValue: runtime.testWork },
];

/**
 * Gives the parts of a process to its modules, and ends them in order: requests under way, what follows events, the
 * bus (BusStrategy), connections.
 */
@Module({ imports: [CqrsModule.forRoot()] })
export class HostingModule implements BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly http: HttpAdapterHost,
  ) {}

  static forRuntime(runtime: Runtime): DynamicModule {
    const parts = partsOf(runtime);
    return {
      module: HostingModule,
      global: true,
      providers: [{ provide: RUNTIME, useValue: runtime }, ...parts],
      exports: parts.map(({ provide }) => provide),
    };
  }

  /** Requests first: they may wait for rows of what they have asked for. */
  async beforeApplicationShutdown(): Promise<void> {
    this.runtime.drain();
    await this.http.httpAdapter?.close();
    await this.runtime.stopFollowing();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.runtime.close();
  }
}
