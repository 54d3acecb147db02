/** Runs before an installation, with whatever Node there is: says in one sentence which one the portal needs. */
const { engines } = require('../package.json');

const [major, minor] = process.versions.node.split('.').map(Number);

/** @param {string} range such as `^20.19.0` or `>=22.12.0` */
const isWithin = (range) => {
  const [, operator, ...least] = /(\^|>=)(\d+)\.(\d+)/.exec(range) ?? [];
  const [leastMajor = Infinity, leastMinor = 0] = least.map(Number);
  return major === leastMajor ? minor >= leastMinor : operator === '>=' && major > leastMajor;
};

if (!engines.node.split('||').some(isWithin)) {
  console.error(
    `The portal needs Node ${engines.node}, and this is ${process.versions.node}. Install another one, such as the newest LTS, and try again.`,
  );
  process.exit(1);
}
