import { command } from '../../contract.js';
import type { CommandBus, SendOptions } from '../../port.js';
import { until } from '../../testing/until.js';
import type { AnyCommands } from '#contracts';

/** Commands that are sent side by side until told to end, each checked to have its own answer. */
export class Load {
  /** Ids in the order they were sent, and those that were answered. */
  readonly sent: string[] = [];
  readonly answered = new Set<string>();
  readonly wrong: unknown[] = [];
  private ending = false;
  private readonly senders: Promise<void>[];

  constructor(
    private readonly bus: Pick<CommandBus<AnyCommands>, 'send'>,
    private readonly options: {
      readonly type: string;
      readonly senders: number;
      readonly keys: number;
      readonly send?: SendOptions;
    },
  ) {
    this.senders = Array.from({ length: options.senders }, () => this.run());
  }

  /** Waits until this many more have been answered. */
  more(count: number): Promise<void> {
    const goal = this.answered.size + count;
    return until(() => this.answered.size >= goal || this.wrong.length > 0, 120_000);
  }

  /** Sends no more and waits for the answers. */
  async end(): Promise<void> {
    this.ending = true;
    await Promise.all(this.senders);
  }

  private async run(): Promise<void> {
    const { type, keys, send } = this.options;
    // That is enough: a load that fails immediately would otherwise run forever.
    while (!this.ending && this.wrong.length < 20) {
      const asked = command(type, `key-${this.sent.length % keys}`, this.sent.length);
      this.sent.push(asked.id);
      try {
        const outcome = await this.bus.send(asked, send);
        if (outcome.ok && outcome.value.data === asked.id) this.answered.add(asked.id);
        else this.wrong.push({ asked: asked.id, outcome });
      } catch (error) {
        this.wrong.push({ asked: asked.id, error });
      }
    }
  }
}
