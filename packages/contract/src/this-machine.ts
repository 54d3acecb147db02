/** Whether a URL is of this machine: there browsers take `Secure` cookies, and pages are safe, by plain HTTP, too. */
export const isOfThisMachine = ({ hostname }: URL): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
