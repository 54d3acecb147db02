import type { Browser } from '../testing/browser';
import { startTestApp, type TestApp } from '../testing/test-app';

/*
 * Simulates a day of attacks on one customer, with the real limits and the real database. Guesses contain letters, so that
 * the test never guesses right; the server compares them like any others.
 */

const email = 'ann@example.com';
const phone = '+12025550123';

let portal: TestApp;
beforeAll(async () => void (portal = await startTestApp()));
beforeEach(async () => {
  await portal.empty();
  await portal.addCustomer({ email, phone });
});
afterAll(() => portal.close());

const contacts = { email: { email }, phone: { phone } };
const channels = ['email', 'phone'] as const;
type Channel = (typeof channels)[number];

const STEPS = 60;
const STEP = { minutes: 24 };

/** Long enough for a busy machine. */
const TIMEOUT_MS = 600_000;

const ask = (browser: Browser, channel: Channel) =>
  browser.post(`/customer-login/${channel}`, contacts[channel]);

const verify = (browser: Browser, channel: Channel, code: string | undefined) =>
  browser.post(`/customer-login/${channel}/verify`, { ...contacts[channel], code });

const receive = async (browser: Browser, channel: Channel) => {
  await browser.open();
  await ask(browser, channel);
  await portal.deliver();
  return portal.inbox.codeFor(channel === 'email' ? email : phone);
};

/** A browser of the customer, which has signed in by email and by phone. */
const customerBrowser = async () => {
  const browser = portal.newBrowser('198.51.100.7');
  for (const channel of channels) {
    await verify(browser, channel, await receive(browser, channel));
    await browser.post('/logout');
  }
  await portal.passTime({ hours: 3 });
  return browser;
};

/** Guesses until the server stops comparing. @returns the number of compared guesses */
const guess = async (browser: Browser, channel: Channel): Promise<number> => {
  for (let compared = 0; ; compared++) {
    const answer = await verify(browser, channel, `guess${compared}`);
    if (answer.statusCode !== 200) return compared;
    if (String(answer.json().message).startsWith('Too many tries')) return compared + 1;
  }
};

const attack = async (browser: Browser, channel: Channel): Promise<number> => {
  await browser.open();
  return (await ask(browser, channel)).statusCode === 200 ? guess(browser, channel) : 0;
};

/** Addresses of a stranger: IPv4, /64s of one /48, and /48s. */
const addressOf = (index: number) =>
  [
    `203.0.${index >> 8}.${index & 255}`,
    `2001:db8:1:${index.toString(16)}::1`,
    `2001:db8:${(index + 2).toString(16)}::1`,
  ][index % 3];

/** The stranger uses each of its addresses once over the day, with a new browser. */
const attackOfStranger = async (step: number, addresses: number) => {
  let compared = 0;
  for (let index = step; index < addresses; index += STEPS)
    compared += await attack(portal.newBrowser(addressOf(index)), channels[index % 2] ?? 'email');
  return compared;
};

const report = (attacker: string, compared: number) =>
  console.info(
    `${attacker}: ${compared} guesses compared in a day, chance 1 in ${Math.floor(1e6 / compared)}`,
  );

test(
  'a stranger with 1,000 addresses gets few guesses, locks out no known browser and voids no code',
  async () => {
    const own = await customerBrowser();
    let compared = 0;
    for (let step = 0; step < STEPS; step++) {
      // The customer signs in ten times over the day, while the stranger requests codes and guesses.
      const signsIn = step % 6 === 3;
      const code = signsIn ? await receive(own, 'email') : undefined;
      compared += await attackOfStranger(step, 1_000);
      if (signsIn) expect((await verify(own, 'email', code)).json()).toMatchObject({ success: true });
      await portal.passTime(STEP);
    }
    report('A stranger', compared);
    // Every guess that the limits allow, for the email address and the phone number.
    expect(compared).toBe(40);
  },
  TIMEOUT_MS,
);

test(
  'a stranger who also stole all cookies of the customer’s browsers has a chance of 1 in 10,000',
  async () => {
    const stolen: Browser[] = [];
    for (let count = 0; count < 5; count++) stolen.push(await customerBrowser());
    await portal.passTime({ days: 1 });
    let compared = 0;
    for (let step = 0; step < STEPS; step++) {
      compared += await attackOfStranger(step, 100);
      for (const browser of stolen)
        for (const channel of channels) compared += await attack(browser, channel);
      await portal.passTime(STEP);
    }
    report('A stranger with five stolen cookies', compared);
    expect(compared).toBe(100);
  },
  TIMEOUT_MS,
);
