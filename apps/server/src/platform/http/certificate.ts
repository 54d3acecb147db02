import { once } from 'node:events';
import { connect } from 'node:tls';

const TIMEOUT_MS = 10_000;

/**
 * When the certificate of an address ends.
 * @param isTrusted false: also of one that browsers refuse, such as one that has ended; nothing is sent
 * @throws when it cannot be reached, or its certificate is refused
 */
export const certificateEnd = async ({ hostname: host, port }: URL, isTrusted = true): Promise<Date> => {
  const socket = connect({
    host,
    servername: host,
    port: Number(port || 443),
    rejectUnauthorized: isTrusted,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return new Date(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
};
