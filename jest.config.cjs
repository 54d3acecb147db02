/** Runs every package's configuration. Jest reads `testTimeout` only here, not in the packages. */
module.exports = {
  projects: ['<rootDir>/apps/*', '<rootDir>/packages/*', '<rootDir>/tools/lint', '<rootDir>/webpack'],
  testTimeout: 120_000,
  // By default, Jest leaves one core idle: half of a machine with two.
  maxWorkers: '100%',
};
