/** Runs the action while this process holds a file; waits while another one does. Gives what the action gives. */
export function alone<T>(file: string, action: () => Promise<T>): Promise<T>;
