/** What a guide (docs/guides/*.md) has a reader do, one step after the other, and what it says that comes of it. */

export interface Step {
  /** The line of the guide on which its code begins. */
  readonly line: number;
  readonly language: 'sh' | 'js' | 'python' | 'java';
  readonly code: string;
  /** What the last request of the step is answered with. */
  answer?: { readonly status: number; readonly body: unknown };
  /** What the step prints. */
  output?: string;
}

/** A file that the reader saves, under the name that the text before it says. */
export interface SavedFile {
  readonly line: number;
  readonly name: string;
  readonly content: string;
}

interface Block {
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** The paragraph before it. */
  readonly said: string;
}

/** The fenced blocks of a page of Markdown, in order. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split('\n');
  let said: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const text = lines[at] ?? '';
    const language = /^```(\w+)$/.exec(text)?.[1];
    if (language === undefined) {
      if (text.startsWith('```')) throw new Error(`line ${at + 1}: a block without a language`);
      if (text === '' && lines[at + 1]?.startsWith('```')) continue;
      said = text === '' ? [] : [...said, text];
      continue;
    }
    const end = lines.indexOf('```', at);
    if (end < 0) throw new Error(`line ${at + 1}: the block has no end`);
    const code = `${lines.slice(at + 1, end).join('\n')}\n`;
    blocks.push({ line: at + 2, language, code, said: said.join(' ') });
    said = [];
    at = end;
  }
  return blocks;
}

const isRun = (language: string): language is Step['language'] =>
  ['sh', 'js', 'python', 'java'].includes(language);

/**
 * The steps of a guide and the files between them.
 *
 * A block that the paragraph before it says was not run is left out. A block after "as `name`:" is a file. Blocks in `sh`, `js`, `python` and `java` are run. `json` after them is the answer to their
 * last request, and the text before it begins with the status ("201, …"); `text` is what they print. No other block
 * may be there.
 */
export function readGuide(markdown: string): (Step | SavedFile)[] {
  const steps: (Step | SavedFile)[] = [];
  for (const { line, language, code, said } of blocksOf(markdown)) {
    const name = / as `([\w.-]+)`:$/.exec(said)?.[1];
    const last = steps.at(-1);
    if (/\bnot\s+run\b/.test(said)) continue;
    if (name !== undefined) steps.push({ line, name, content: code });
    else if (isRun(language)) steps.push({ line, language, code });
    else if (language === 'json' && last && 'code' in last) last.answer = answerOf(line, said, code);
    else if (language === 'text' && last && 'code' in last) last.output = code;
    else throw new Error(`line ${line}: nothing runs this ${language}`);
  }
  return steps;
}

function answerOf(line: number, said: string, code: string): NonNullable<Step['answer']> {
  const status = /^(?:Status )?(\d{3})\b/.exec(said)?.[1];
  if (status === undefined) throw new Error(`line ${line}: the text before an answer begins with its status`);
  return { status: Number(status), body: JSON.parse(code) };
}
