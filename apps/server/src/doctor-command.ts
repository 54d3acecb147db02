import { parseArgs } from 'node:util';
import { runCommand, UsageError } from './command';
import { readContact } from './customers/contact';
import { examine } from './doctor/doctor';
import { readReleaseTrust } from './releases/releases';

/** The process behind `portal doctor`: `[--send CONTACT]`. Prints the findings as JSON; exit code 1: something must be fixed. */

await runCommand(process.env, async (config) => {
  const { values } = parseArgs({ options: { send: { type: 'string' } } });
  const sendTo = values.send === undefined ? undefined : readContact(values.send, config.sms.countries);
  if (values.send !== undefined && !sendTo)
    throw new UsageError('--send takes an email address or a phone number: ann@example.com or +12025550123.');
  const findings = await examine(config, { trust: await readReleaseTrust(config), sendTo });
  console.log(JSON.stringify({ findings }));
  // Exit even if a check that timed out still holds a connection.
  setTimeout(() => process.exit(), 1000).unref();
  return findings.some(({ state }) => state === 'fix') ? 1 : 0;
});
