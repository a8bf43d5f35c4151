import { ok, type Result } from '#kernel';
import type { RenderData } from '#contracts';
import type { ContentStore } from '#eventing';
import type { CallContext, CommandSender } from '../commands.js';

/** What printing takes. */
export interface Press {
  readonly sender: CommandSender;
  readonly contents: ContentStore;
}

/** Has a document rendered, and takes the file out of the content store. `key` keeps the printing of one document in order. */
export async function printFile(
  { sender, contents }: Press,
  call: CallContext,
  key: string,
  data: RenderData,
): Promise<Result<Buffer>> {
  const printed = await sender.send({ type: 'notifications.render', key, data }, call);
  if (!printed.ok) return printed;
  const { content_key } = printed.value.data;
  const file = await contents.take(call.tenant, content_key);
  if (!file) throw new Error(`the rendered file ${content_key} is missing`);
  return ok(file);
}
