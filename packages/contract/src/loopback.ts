/** Whether a URL is on this machine, where browsers treat plain HTTP as secure, also for `Secure` cookies. */
export const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
