/** Every package's own configuration, in one run. Jest takes the time limit from here only, not from the packages. */
module.exports = {
  projects: ['<rootDir>/apps/*', '<rootDir>/packages/*', '<rootDir>/lint', '<rootDir>/webpack'],
  testTimeout: 120_000,
  // By default Jest leaves a core out, which is half of a machine with two.
  maxWorkers: '100%',
};
