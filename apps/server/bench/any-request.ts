import * as fc from 'fast-check';

/** A request as a client could send it. */
export interface AnyRequest {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Whether to send the cookies and the CSRF token of a browser, instead of those in `headers`. */
  asBrowser: boolean;
}

/** Data that exists in the portal, so that many requests are valid. */
export interface Known {
  emails: readonly string[];
  phones: readonly string[];
  orderNbrs: readonly string[];
  webhookToken: string;
}

/** NUL, halves of surrogate pairs, names of prototypes, numbers beyond any type, texts beyond any limit. */
const ODD_TEXTS = [
  ...['', ' ', 'a\0b', '\ud800', 'a\udc00b', '\u202eevil', '__proto__', 'constructor', 'NaN', '1e999', '-0'],
  ...["' or 1=1--", '../../../etc/passwd', '%00', '%ED%A0%80', '%', '<frameset>', '٠١٢٣٤٥', '294277-01-01'],
  ...['9'.repeat(400), '+1' + '0'.repeat(30), 'a@' + 'b'.repeat(253), 'x'.repeat(3_000), 'x'.repeat(70_000)],
];

/** JSON that no schema describes; the last is nested deeper than a parser should follow. */
const ODD_BODIES = [
  ...['', 'null', '[]', '"text"', '{', '{"a":1,}', '\ufeff{}', '{"__proto__":{"a":1}}', '{"email":1e999}'],
  ...['{"email":"a@example.com","email":"b@example.com"}', '{"email":"\\ud800@example.com"}'],
  ...['email=a%40example.com', 'From=%2B12025550123&Body=STOP', '['.repeat(20_000)],
];

const CONTENT_TYPES = [
  ...[
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '/',
    '',
  ],
  ...['multipart/form-data; boundary=x', 'text/plain', 'application/json, text/plain'],
];

/** Paths without a body. */
const PATHS = [
  ...['/', '/service-orders', '/service-order/000019', '/index.html', '/favicon.ico', '/healthz', '/readyz'],
  ...['/openapi.json', '/registry.json', '/embed.json', '/embed.js', '/unsubscribe?token=x'],
  ...['/releases/shell/1.0.0/shell.js', '/releases/orders/9.9.9/remoteEntry.js', '/?preview=orders@1.0.0'],
  ...['/releases/orders/1.0.0/../../../secret.key', '/releases/__proto__/1.0.0/constructor', '/%ED%A0%80'],
  ...['/auth-check', '/serviceOrder/list', '/serviceOrder/get-notification-status', '/?__proto__[a]=1&%'],
  ...['/sessions', '/notification-preferences/events'],
];

const pick = <Item>(items: readonly Item[]) => fc.constantFrom(...items);
const oddText = fc.oneof(pick(ODD_TEXTS), fc.string({ unit: 'binary', maxLength: 60 }));
const oddValue = fc.oneof(fc.jsonValue({ maxDepth: 3 }), oddText, pick([{ value: null }, 1e308, -0]));
/** HTTP allows visible ASCII, spaces and Latin-1 in a header. */
const oddHeader = oddText.map((text) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '').slice(0, 4_000));

/** Mostly the first kind, so that many requests get past the checks. */
const mostly = <Item>(usual: fc.Arbitrary<Item>, odd: fc.Arbitrary<Item>, weight = 9) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd });

/** An object with these fields, of which some are odd and some are absent. */
const objectOf = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, mostly(field, oddValue, 19)])),
    { requiredKeys: Object.keys(fields).filter((_, index) => index === 0) },
  );

/** The bodies of each call that writes, and the order that one reads. */
const callsFor = ({ emails, phones, orderNbrs }: Known): [path: string, body?: fc.Arbitrary<unknown>][] => {
  const [email, phone] = [pick(emails), pick(phones)];
  const code = fc.integer({ min: 0, max: 999_999 }).map((number) => String(number).padStart(6, '0'));
  const date = pick(['2026-03-05T10:00:00Z', '9999-12-31T23:59:59.999999999Z', '0001-01-01', '2026-02-30']);
  const event = objectOf({ summary: fc.string(), body: fc.string(), created_at: date });
  const order = objectOf({
    ServiceOrderNbr: fc.oneof(pick(orderNbrs), code),
    Status: pick(['Open', 'Closed']),
    Date: date.map((value) => ({ value })),
    events: fc.array(event, { maxLength: 3 }),
  });
  const customer = objectOf({ email, phone, orders: fc.array(order, { maxLength: 3 }) });
  const report = objectOf({
    remote: pick(['shell', 'orders', '__proto__']),
    version: pick(['1.0.0', 'constructor']),
    event: pick(['shown', 'failed', 'toString']),
    durationMs: fc.double(),
  });
  return [
    ['/customer-login/email', objectOf({ email })],
    ['/customer-login/phone', objectOf({ phone })],
    ['/customer-login/email/verify', objectOf({ email, code })],
    ['/customer-login/phone/verify', objectOf({ phone, code })],
    ['/serviceOrder/update-notification-status', objectOf({ email: fc.boolean(), sms: fc.boolean() })],
    ['/notification-preferences/events', objectOf({ status: fc.boolean(), entries: fc.boolean() })],
    ['/notification-preferences/test', fc.constant({})],
    ['/orders/mute', objectOf({ serviceOrderNbr: pick(orderNbrs), muted: fc.boolean() })],
    ['/sessions/end', fc.oneof(objectOf({ id: fc.uuid() }), objectOf({ others: fc.constant(true) }))],
    ['/language', objectOf({ language: pick(['en', 'de', 'x']) })],
    ['/logout', fc.constant({})],
    ['/telemetry', report],
    ['/hooks/orders', fc.array(customer, { maxLength: 3 })],
    ['/hooks/twilio/sms', fc.constant({})],
    ...orderNbrs.slice(0, 9).map((nbr): [string] => [`/serviceOrder/get?serviceOrderNbr=${nbr}`]),
    ...PATHS.map((path): [string] => [path]),
  ];
};

const headers = fc.record(
  {
    'x-forwarded-for': fc.oneof(pick(['unknown', '1.2.3.4:80', '[::1]:9', 'fe80::1%eth0']), oddHeader),
    accept: fc.oneof(pick(['text/html', '*/*', 'text/html;q=0', ';;,']), oddHeader),
    authorization: fc.oneof(pick(['Bearer', 'Bearer x', 'Basic YTpi']), oddHeader),
    'idempotency-key': oddHeader,
    'accept-encoding': pick(['gzip', 'br;q=1, *;q=0', 'identity;q=0', ';']),
    'accept-language': pick(['de', '*', '-', 'x'.repeat(900)]),
    'if-none-match': pick(['*', '"x"', 'W/"']),
    range: pick(['bytes=0-0', 'bytes=9-1', 'bytes=x']),
    origin: fc.oneof(pick(['null', 'https://evil.example', 'http://[']), oddHeader),
    'sec-fetch-site': pick(['same-origin', 'cross-site', 'x']),
    'x-xsrf-token': oddHeader,
    'x-twilio-signature': oddHeader,
    cookie: fc.oneof(
      pick(['session_token=%E0%A4%A; XSRF-TOKEN=%', 'portal_preview=orders@9.9.9,__proto__@1.0.0', '=; ;;']),
      pick([`known_browser=${'a'.repeat(3_500)}`, '__proto__=1; constructor=2', 'sign_in_browser=%ED%A0%80']),
      oddHeader,
    ),
  },
  { requiredKeys: [] },
);

/** Requests over every route: many valid ones, and everything that clients, scanners and attackers send. */
export const anyRequest = (known: Known): fc.Arbitrary<AnyRequest> => {
  const oddPath = oddText.map((text) => text.replace(/[^!-~]/g, '').slice(0, 2_000));
  const requestTo = ([path, value]: [path: string, body?: fc.Arbitrary<unknown>]) => {
    const body = value?.map((given) => JSON.stringify(given) ?? '');
    const damaged = fc.tuple(body ?? fc.json(), fc.nat(99)).map(([text, at]) => text.slice(0, at));
    const isHook = path.startsWith('/hooks');
    return fc
      .record({
        method: mostly(
          fc.constant(body ? 'POST' : 'GET'),
          pick(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'POST']),
        ),
        target: mostly(
          fc.constant(path),
          oddPath.map((rest) => `${path}/${rest}?${rest}`),
        ),
        type: mostly(fc.constant('application/json'), pick(CONTENT_TYPES)),
        more: mostly(fc.constant({}), headers, 1),
        body: mostly<string | undefined>(body ?? fc.constant(undefined), fc.oneof(pick(ODD_BODIES), damaged)),
        asBrowser: mostly(fc.constant(true), fc.constant(false), 4),
      })
      .map(({ type, more, ...request }) => ({
        ...request,
        headers: {
          ...(request.body !== undefined && type && { 'content-type': type }),
          ...(isHook && { authorization: `Bearer ${known.webhookToken}` }),
          ...more,
        },
      }));
  };
  return fc.oneof(...callsFor(known).map(requestTo));
};
