import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { DataKeyDestroyed, refuse } from '#kernel';
import type { Command, CommandOutcome, CommandType } from '#contracts';
import type { CommandBus } from '../port.js';

/** What handlers of our bus are marked with: without it they would be registered on every server that is connected. */
export const BUS_TRANSPORT = Symbol('timbra bus');

export interface BusStrategyOptions {
  readonly bus: CommandBus;
  /** Ends what still sends commands, before the bus closes. */
  readonly beforeClose?: () => Promise<void>;
}

/**
 * Our bus as a transport of Nest: `NestFactory.createMicroservice(Module, { strategy: new BusStrategy({ bus }) })`.
 * Nest brings the handlers; order by key, duplicates, retries, dead letters and sealing stay with the bus.
 */
export class BusStrategy extends Server implements CustomTransportStrategy {
  override readonly transportId = BUS_TRANSPORT;

  constructor(private readonly options: BusStrategyOptions) {
    super();
  }

  /** @throws when two handlers take one type: Nest would let the later one win. */
  override addHandler(pattern: string, handler: MessageHandler): void {
    if (this.messageHandlers.has(pattern)) throw new Error(`two handlers for the command ${pattern}`);
    this.messageHandlers.set(pattern, handler);
  }

  override listen(done: (error?: unknown) => void): void {
    const { bus } = this.options;
    for (const [pattern, handler] of this.messageHandlers)
      bus.serve(pattern as CommandType, this.answering(handler));
    bus.start().then(() => done(), done);
  }

  /** NestMicroservice.close() closes its server before it calls any hook. */
  override async close(): Promise<void> {
    await this.options.beforeClose?.();
    await this.options.bus.stop();
  }

  /** It has no events of its own. */
  override on(): never {
    throw new Error('the bus has no events to listen to');
  }

  override unwrap<Unwrapped>(): Unwrapped {
    return this.options.bus as Unwrapped;
  }

  /**
   * What a handler of Nest gives: the outcome, or a fault as an observable that fails with it. What needs secrets that are
   * destroyed is refused: no later attempt would do better.
   */
  private answering(handler: MessageHandler) {
    return async (command: Command): Promise<CommandOutcome<never>> => {
      try {
        const answer: unknown = await handler(command, undefined);
        return (isObservable(answer) ? await lastValueFrom(answer) : answer) as CommandOutcome<never>;
      } catch (error) {
        if (!(error instanceof DataKeyDestroyed)) throw error;
        this.logger.warn(`${command.type} of ${command.key} is given up: ${error.message}`);
        return refuse('organization_not_found');
      }
    };
  }
}
