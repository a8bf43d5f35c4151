/** What a printer does with a ticket: the text that it prints, its codes, and the commands that it was given. */
export interface Printed {
  readonly text: string;
  readonly codes: readonly string[];
  readonly commands: readonly string[];
}

/** For specs: a printer that knows the commands of our tickets, and nothing else. @throws on any other byte */
export function printEscPos(bytes: Uint8Array): Printed {
  const commands: string[] = [];
  const codes: string[] = [];
  let text = '';
  let code = '';
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x0a || (byte >= 0x20 && byte <= 0x7e) || byte === 0x80 || byte >= 0xa1) {
      text += byte === 0x80 ? '€' : String.fromCharCode(byte);
      at += 1;
      continue;
    }
    const name = `${byte === 0x1b ? 'ESC' : byte === 0x1d ? 'GS' : `0x${byte.toString(16)}`} ${String.fromCharCode(bytes[at + 1] ?? 0)}`;
    if (name === 'GS (') {
      const length = (bytes[at + 3] ?? 0) + 256 * (bytes[at + 4] ?? 0);
      const [kind, fn, ...rest] = bytes.slice(at + 5, at + 5 + length);
      if (kind !== 49) throw new Error(`GS ( k of ${kind}`);
      if (fn === 80) code = String.fromCharCode(...rest.slice(1));
      if (fn === 81) codes.push(code);
      commands.push(`GS ( k ${fn} ${fn === 80 ? '…' : rest.join(' ')}`);
      at += 5 + length;
      continue;
    }
    const parameters = { 'ESC @': 0, 'ESC t': 1, 'ESC a': 1, 'ESC E': 1, 'ESC d': 1, 'GS !': 1, 'GS V': 2 }[
      name
    ];
    if (parameters === undefined) throw new Error(`the printer does not know ${name} at ${at}`);
    commands.push([name, ...bytes.slice(at + 2, at + 2 + parameters)].join(' '));
    at += 2 + parameters;
  }
  return { text, codes, commands };
}
