import type { FactoryProvider } from '@nestjs/common';
import { AddressRules, type SystemNow } from '#kernel';
import { CONFIG, LOG, SYSTEM_NOW, type Config, type Logger } from '#hosting';
import { VERSION } from '#hosting/telemetry/version';
import { Sender } from './send.js';

const sender: FactoryProvider<Sender> = {
  provide: Sender,
  inject: [AddressRules, CONFIG, SYSTEM_NOW, LOG],
  useFactory: (rules: AddressRules, { webhooks }: Config, systemNow: SystemNow, log: Logger) =>
    new Sender({
      ...{ rules, systemNow, version: VERSION, proxy: webhooks.proxy },
      onUnknown: (codes) => log.warn({ codes }, 'a webhook failed in a way that has no text yet'),
    }),
};

/** What calls strangers' servers. */
export const sendingProviders = [sender];
