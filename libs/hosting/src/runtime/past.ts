import type { CommandBus } from '#bus';
import { upcasters } from '#contracts';
import { liftEvent } from '#event-store';
import {
  BusPast,
  BusStreams,
  splitStreams,
  type BusPastOptions,
  type Past,
  type SplitStreamsOptions,
  type StreamReader,
} from '#eventing';

/** What the owners of other services' streams have stored, asked over the bus. */
export const openPast = ({
  bus,
  partitions,
}: Pick<BusPastOptions, 'partitions'> & { readonly bus: CommandBus }): Past =>
  new BusPast({ bus, partitions, lift: (event) => liftEvent(event, upcasters) });

/** Streams of all services: those of this process's own from its store, those of others asked over the bus. */
export const openStreams = ({
  bus,
  ...own
}: Omit<SplitStreamsOptions, 'others'> & { readonly bus: CommandBus }): StreamReader =>
  splitStreams({ ...own, others: new BusStreams({ bus, lift: (event) => liftEvent(event, upcasters) }) });
