/** The name of a remote's container, which must be a JavaScript identifier. */
export const containerOf = (remote: string): string => remote.replaceAll('-', '_');
