import { isLoopback } from './embed';

test.each(['localhost:3000', 'shop.localhost', '127.0.0.1', '127.1', '[::1]:3000'])(
  '%s is a loopback host',
  (host) => expect(isLoopback(new URL(`http://${host}`))).toBe(true),
);

test.each(['acme.example', 'localhost.acme.example', '127.acme.example', 'notlocalhost', '10.0.0.1'])(
  '%s is not a loopback host',
  (host) => expect(isLoopback(new URL(`http://${host}`))).toBe(false),
);
