export function isAllowed(expression: string | undefined): boolean;
