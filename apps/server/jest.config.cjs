module.exports = require('@portal/jest/node')({
  globalSetup: '<rootDir>/src/testing/database-snapshot.ts',
  // On a busy machine, the embedded database takes seconds to start.
  testTimeout: 60_000,
});
