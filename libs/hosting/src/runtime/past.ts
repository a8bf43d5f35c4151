import type { CommandBus } from '#bus';
import { upcasters } from '#contracts';
import { liftEvent } from '#event-store';
import { BusPast, type BusPastOptions, type Past } from '#eventing';

/** What the owners of other services' streams have stored, asked over the bus. */
export const openPast = ({
  bus,
  partitions,
}: Pick<BusPastOptions, 'partitions'> & { readonly bus: CommandBus }): Past =>
  new BusPast({ bus, partitions, lift: (event) => liftEvent(event, upcasters) });
