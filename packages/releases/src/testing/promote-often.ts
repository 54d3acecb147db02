import { openReleases } from '../open-releases';
import { promote } from '../promote';

/**
 * A process that promotes one version after the other, repeatedly:
 * `promote-often.ts <url> <who> <times> <name@version>…`.
 */
const [url = '', who = '', times = '0', ...releases] = process.argv.slice(2);
const store = openReleases(new URL(url));
for (let time = 0; time < Number(times); time++) {
  const [name = '', version = ''] = releases[time % releases.length]?.split('@') ?? [];
  await promote(store, name, version, { who, why: `promotion ${time}`, now: new Date() });
}
