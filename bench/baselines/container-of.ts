/** The name of a remote's container, which is an identifier. */
export const containerOf = (remote: string): string => remote.replaceAll('-', '_');
