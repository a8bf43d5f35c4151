export function parseImage(image: string): {
  readonly registry: string;
  readonly repository: string;
  readonly tag: string;
  readonly digest: string | undefined;
};
export function digestOf(image: string, options?: { readonly scheme?: 'http' | 'https' }): Promise<string>;
