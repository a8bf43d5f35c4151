export const OVERLAYS: readonly ['trial', 'production'];
export type Overlay = (typeof OVERLAYS)[number];
export const renderer: readonly [program: string, command: string] | undefined;
export function render(overlay: Overlay, change?: (folder: string) => void): string;
