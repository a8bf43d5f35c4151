export interface Edit {
  readonly file: string;
  readonly find?: string | RegExp;
  readonly replace?: string;
  readonly append?: string;
}
export interface Mutation {
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly specs?: readonly string[];
}
export interface Tools {
  read(file: string): string | undefined;
  write(file: string, text: string): void;
  typeError(files: readonly string[]): { readonly text: string; readonly syntax: boolean } | undefined;
  failingSpec(specs: readonly string[]): Promise<string | undefined>;
}
export interface Tried {
  readonly name: string;
  readonly verdict: 'caught' | 'missed' | 'misfit';
  readonly by: string | undefined;
}
export function tryOne(mutation: Mutation, tools: Tools): Promise<Tried>;
export function lineOf(result: Tried): string;
export function allCaught(results: readonly Tried[]): boolean;
