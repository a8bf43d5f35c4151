import type { FactoryProvider } from '@nestjs/common';
import type pg from 'pg';

/**
 * Injection tokens of the parts of a process (HostingModule). Parts with a class of their own (Vault, ProjectionWatch,
 * Load, AddressRules) are injected by it.
 */

/** Config */
export const CONFIG = Symbol('timbra config');
/** Logger */
export const LOG = Symbol('timbra log');
/** Clock: business time, of one tenant at a time. */
export const CLOCK = Symbol('timbra clock');
/** SystemNow: for ids, leases, limits and signed URLs. */
export const SYSTEM_NOW = Symbol('timbra system time');
/** EventStore */
export const EVENT_STORE = Symbol('timbra event store');
/** StreamReader: streams of all services. A service reads its own from its EVENT_STORE. */
export const STREAMS = Symbol('timbra streams');
/** CommandBus (libs/bus): to send commands, of any service. */
export const BUS = Symbol('timbra bus');
/** ContentStore: files and other large contents. */
export const CONTENTS = Symbol('timbra contents');
/** Vault: CSDs and credentials of PACs, for services that sign (Vault itself is that of documents). */
export const SIGNING_VAULT = Symbol('timbra signing vault');
/** Runtime['telemetry'] */
export const TELEMETRY = Symbol('timbra telemetry');
/** readonly AnyEventConsumer[]: what the process's services made that follows events (ServiceDefinition.consumers). */
export const CONSUMERS = Symbol('timbra consumers');
/** boolean: no other process works on this database, so what this one has not written has not changed. */
export const SOLE_INSTANCE = Symbol('timbra sole instance');
/** Health: whether the process is alive, and ready for requests. */
export const HEALTH = Symbol('timbra health');

/** pg.Pool: connections that work under the role of the module's own service, and see its schema alone. */
export const POOL = Symbol('timbra pool');
/** pg.Pool: connections of the login user, for what all services share. */
export const SHARED_POOL = Symbol('timbra process pool');
/** (service) => pg.Pool */
export const SERVICE_POOLS = Symbol('timbra service pools');

/** For the providers of a module: its {@link POOL} is its service's. */
export const poolOf = (service: string): FactoryProvider<pg.Pool> => ({
  provide: POOL,
  inject: [SERVICE_POOLS],
  useFactory: (of: (service: string) => pg.Pool) => of(service),
});
